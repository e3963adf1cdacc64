// isonoise._isonoise: wraps libisonoise for isonoise/_noise.py and _function.py, which check and prepare all arguments.
// Arrays are passed through the buffer protocol, so NumPy's headers and version do not matter; only the stable ABI of
// Python 3.11 is used.
#define Py_LIMITED_API 0x030B0000
#include <Python.h>

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "isonoise/isonoise.h"

#define CAPSULE "isonoise.noise"
#define FUNCTION "isonoise.function"

static isonoise_noise* noise_of(PyObject* capsule) { return PyCapsule_GetPointer(capsule, CAPSULE); }

static void destroy(PyObject* capsule) { isonoise_destroy(noise_of(capsule)); }

// Returns None, or sets the exception for `status` and returns NULL.
static PyObject* answer(isonoise_status status) {
    switch (status) {
    case ISONOISE_OK: Py_RETURN_NONE;
    case ISONOISE_INVALID: PyErr_SetString(PyExc_ValueError, isonoise_message()); break;
    case ISONOISE_NO_MEMORY: PyErr_NoMemory(); break;
    case ISONOISE_STOPPED: break;  // signals() has set the handler's exception
    default: PyErr_SetString(PyExc_RuntimeError, isonoise_message());
    }
    return NULL;
}

// Runs a request without the GIL, checking for signals a few times a second.
typedef struct Run {
    PyThreadState* state;
    double last;
    isonoise_options options;
} Run;

static double seconds(void) {
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int signals(double done, void* data) {
    (void)done;
    Run* const run = data;
    const double now = seconds();
    if (now >= run->last && now - run->last < 0.05) return 1;
    run->last = now;
    PyEval_RestoreThread(run->state);
    const int failed = PyErr_CheckSignals();
    run->state = PyEval_SaveThread();
    return failed == 0;
}

static void begin(Run* run, int threads) {
    run->options.threads = threads;
    run->options.progress = signals;
    run->options.data = run;
    run->last = seconds();
    run->state = PyEval_SaveThread();
}

// The arrays of a request, and the strides that it points to.
enum { MOST_AXES = 64, MOST_ARRAYS = 10 };
typedef struct Arrays {
    int count;
    Py_buffer views[MOST_ARRAYS];
    ptrdiff_t strides[MOST_ARRAYS][MOST_AXES];
} Arrays;

static void release(Arrays* arrays) {
    for (int i = 0; i < arrays->count; ++i)
        PyBuffer_Release(&arrays->views[i]);
}

// Gets an array's buffer; returns NULL with an exception on failure. `types`: allowed format characters among f, d and
// q.
static Py_buffer* get(Arrays* arrays, PyObject* array, int flags, const char* types, int* type) {
    Py_buffer* const view = &arrays->views[arrays->count];
    if (PyObject_GetBuffer(array, view, flags | PyBUF_STRIDES | PyBUF_FORMAT) != 0) return NULL;
    ++arrays->count;
    const char* format = view->format != NULL ? view->format : "B";
    // NumPy may denote the native byte order in any of these ways.
    if (*format == '@' || *format == '=' || *format == (PY_LITTLE_ENDIAN ? '<' : '>')) ++format;
    const char kind = *format == 'l' && view->itemsize == 8 ? 'q' : *format;
    if (kind == '\0' || format[1] != '\0' || strchr(types, kind) == NULL || view->ndim > MOST_AXES) {
        PyErr_Format(PyExc_TypeError, "expected an array of type %s, got '%s'", types, view->format);
        return NULL;
    }
    if (type != NULL) *type = kind == 'f' ? ISONOISE_FLOAT32 : kind == 'd' ? ISONOISE_FLOAT64 : ISONOISE_INT64;
    return view;
}

// An input, broadcast to the shape of `to`.
static int get_input(Arrays* arrays, PyObject* array, const Py_buffer* to, const char* types, isonoise_input* input) {
    ptrdiff_t* const strides = arrays->strides[arrays->count];
    const Py_buffer* const view = get(arrays, array, 0, types, &input->type);
    if (view == NULL) return 0;
    for (int axis = to->ndim - 1, own = view->ndim - 1; axis >= 0; --axis, --own) {
        const int repeats = own < 0 || (view->shape[own] == 1 && to->shape[axis] != 1);
        if (!repeats && view->shape[own] != to->shape[axis]) {
            PyErr_SetString(PyExc_ValueError, "an array does not broadcast to the shape of the results");
            return 0;
        }
        strides[axis] = repeats ? 0 : view->strides[own];
    }
    if (view->ndim > to->ndim) {
        PyErr_SetString(PyExc_ValueError, "an array has more axes than the results");
        return 0;
    }
    input->data = view->buf;
    input->strides = strides;
    return 1;
}

// The value and, unless it is None, the gradient, whose first axis is the noise's axes. `reversed`: in the order of
// isonoise_grid, x first.
static const Py_buffer* get_results(Arrays* arrays, int dim, PyObject* value, PyObject* gradient, int reversed,
                                    isonoise_results* to) {
    ptrdiff_t* strides = arrays->strides[arrays->count];
    const Py_buffer* const values = get(arrays, value, PyBUF_WRITABLE, "f", NULL);
    if (values == NULL) return NULL;
    const int rank = values->ndim;
    for (int axis = 0; axis < rank; ++axis)
        strides[reversed ? rank - 1 - axis : axis] = values->strides[axis];
    to->value.data = values->buf;
    to->value.strides = strides;
    if (gradient == Py_None) return values;
    strides = arrays->strides[arrays->count];
    const Py_buffer* const slopes = get(arrays, gradient, PyBUF_WRITABLE, "f", NULL);
    if (slopes == NULL) return NULL;
    int same = slopes->ndim == rank + 1 && slopes->shape[0] == dim;
    for (int axis = 0; axis < rank && same; ++axis) {
        same = slopes->shape[axis + 1] == values->shape[axis];
        strides[reversed ? rank - 1 - axis : axis] = slopes->strides[axis + 1];
    }
    if (!same) {
        PyErr_SetString(PyExc_ValueError, "the gradient's shape is not (dim, *shape of the value)");
        return NULL;
    }
    for (int c = 0; c < dim; ++c) {
        to->gradient[c].data = (float*)((char*)slopes->buf + c * slopes->strides[0]);
        to->gradient[c].strides = strides;
    }
    return values;
}

PyDoc_STRVAR(create_doc, "create(texts) -> noise: from a tuple of names and values, alternating");
static PyObject* create(PyObject* self, PyObject* texts) {
    (void)self;
    if (!PyTuple_Check(texts)) return PyErr_Format(PyExc_TypeError, "expected a tuple"), NULL;
    const Py_ssize_t count = PyTuple_Size(texts);
    const char** settings = calloc((size_t)count + 2, sizeof *settings);
    if (settings == NULL) return PyErr_NoMemory();
    isonoise_noise* noise = NULL;
    PyObject* made = NULL;
    for (Py_ssize_t i = 0; i < count; ++i) {
        Py_ssize_t length = 0;
        settings[i] = PyUnicode_AsUTF8AndSize(PyTuple_GetItem(texts, i), &length);
        if (settings[i] == NULL) goto done;
        if (strlen(settings[i]) != (size_t)length) {
            PyErr_SetString(PyExc_ValueError, "settings: expected text without NUL characters");
            goto done;
        }
    }
    PyObject* const status = answer(isonoise_create(settings, &noise));
    Py_XDECREF(status);
    if (status != NULL) made = PyCapsule_New(noise, CAPSULE, destroy);
    if (status != NULL && made == NULL) isonoise_destroy(noise);
done:
    free(settings);
    return made;
}

PyDoc_STRVAR(get_doc, "get(noise, name) -> str: the value of a setting; empty if there is none of that name");
static PyObject* get_setting(PyObject* self, PyObject* arguments) {
    (void)self;
    PyObject* capsule;
    const char* name;
    if (!PyArg_ParseTuple(arguments, "Os", &capsule, &name)) return NULL;
    isonoise_noise* const noise = noise_of(capsule);
    if (noise == NULL) return NULL;
    char text[256];
    isonoise_get(noise, name, text, sizeof text);
    return PyUnicode_FromString(text);
}

PyDoc_STRVAR(derivatives_doc, "derivatives(noise) -> int: an isonoise_derivatives");
static PyObject* derivatives(PyObject* self, PyObject* capsule) {
    (void)self;
    isonoise_noise* const noise = noise_of(capsule);
    return noise == NULL ? NULL : PyLong_FromLong((long)isonoise_has(noise));
}

PyDoc_STRVAR(settings_doc, "settings() -> list of (name, description)");
static PyObject* settings(PyObject* self, PyObject* none) {
    (void)self, (void)none;
    PyObject* const all = PyList_New(0);
    const char* name;
    for (size_t i = 0; all != NULL && (name = isonoise_setting(i)) != NULL; ++i) {
        PyObject* const row = Py_BuildValue("(ss)", name, isonoise_about(name));
        const int failed = row == NULL || PyList_Append(all, row) != 0;
        Py_XDECREF(row);
        if (failed) {
            Py_DECREF(all);
            return NULL;
        }
    }
    return all;
}

// The first and last byte of a non-empty array.
static void bounds(const Py_buffer* view, const char** low, const char** high) {
    *low = view->buf;
    *high = *low + view->itemsize - 1;
    for (int axis = 0; axis < view->ndim; ++axis) {
        const ptrdiff_t reach = view->strides[axis] * (view->shape[axis] - 1);
        *(reach < 0 ? low : high) += reach;
    }
}

PyDoc_STRVAR(may_overlap_doc, "may_overlap(array, array) -> bool: by the first and last addresses");
static PyObject* may_overlap(PyObject* self, PyObject* arguments) {
    (void)self;
    PyObject* array[2];
    if (!PyArg_ParseTuple(arguments, "OO", &array[0], &array[1])) return NULL;
    Arrays arrays;
    arrays.count = 0;
    PyObject* result = NULL;
    const char *low[2], *high[2];
    for (int i = 0; i < 2; ++i) {
        const Py_buffer* const view = get(&arrays, array[i], 0, "fdq", NULL);
        if (view == NULL) goto done;
        bounds(view, &low[i], &high[i]);
    }
    result = PyBool_FromLong(low[0] <= high[1] && low[1] <= high[0]);
done:
    release(&arrays);
    return result;
}

PyDoc_STRVAR(evaluate_doc, "evaluate(noise, coordinates, cells or None, value, gradient or None, threads)");
static PyObject* evaluate(PyObject* self, PyObject* arguments) {
    (void)self;
    PyObject *capsule, *coordinates, *cells, *value, *gradient, *result = NULL;
    int threads;
    if (!PyArg_ParseTuple(arguments, "OO!OOOi", &capsule, &PyTuple_Type, &coordinates, &cells, &value, &gradient,
                          &threads))
        return NULL;
    isonoise_noise* const noise = noise_of(capsule);
    if (noise == NULL) return NULL;
    const int dim = isonoise_dim(noise);
    if (PyTuple_Size(coordinates) != dim || (cells != Py_None && (!PyTuple_Check(cells) || PyTuple_Size(cells) != dim)))
        return PyErr_Format(PyExc_TypeError, "expected %d coordinates, and as many cells or none", dim);
    Arrays arrays;
    arrays.count = 0;
    isonoise_results to = {0};
    isonoise_arrays points = {0};
    int64_t shape[MOST_AXES];
    const Py_buffer* const values = get_results(&arrays, dim, value, gradient, 0, &to);
    if (values == NULL) goto done;
    for (int axis = 0; axis < values->ndim; ++axis)
        shape[axis] = values->shape[axis];
    points.rank = values->ndim;
    points.shape = shape;
    for (int c = 0; c < dim; ++c) {
        if (!get_input(&arrays, PyTuple_GetItem(coordinates, c), values, "fd", &points.coordinates[c])) goto done;
        if (cells != Py_None && !get_input(&arrays, PyTuple_GetItem(cells, c), values, "q", &points.cells[c]))
            goto done;
    }
    Run run;
    begin(&run, threads);
    const isonoise_status status = isonoise_evaluate(noise, &points, &to, &run.options);
    PyEval_RestoreThread(run.state);
    result = answer(status);
done:
    release(&arrays);
    return result;
}

PyDoc_STRVAR(point_doc,
             "point(noise, coordinates, cells, gradient, slope, out, threads) -> float, or None if this is not "
             "a call with numbers alone and defaults otherwise");
static PyObject* point(PyObject* self, PyObject* const* arguments, Py_ssize_t count) {
    (void)self;
    if (count != 7) return PyErr_Format(PyExc_TypeError, "point: expected 7 arguments, got %zd", count);
    isonoise_noise* const noise = noise_of(arguments[0]);
    if (noise == NULL) return NULL;
    PyObject* const coordinates = arguments[1];
    const Py_ssize_t dim = isonoise_dim(noise);
    if (!PyTuple_Check(coordinates) || PyTuple_Size(coordinates) != dim || arguments[2] != Py_None ||
        arguments[3] != Py_False || arguments[4] != Py_False || arguments[5] != Py_None ||
        !PyLong_CheckExact(arguments[6]) || PyLong_AsLong(arguments[6]) != 1) {
        PyErr_Clear();
        Py_RETURN_NONE;
    }
    double point[4];
    const double* points[4];
    for (Py_ssize_t c = 0; c < dim; ++c) {
        PyObject* const number = PyTuple_GetItem(coordinates, c);
        if (!PyFloat_CheckExact(number)) Py_RETURN_NONE;
        point[c] = PyFloat_AsDouble(number);
        points[c] = &point[c];
    }
    float value;
    const isonoise_status status = isonoise_points(noise, points, 1, &value);
    return status == ISONOISE_OK ? PyFloat_FromDouble(value) : answer(status);
}

PyDoc_STRVAR(grid_doc, "grid(noise, axes, value, gradient or None, threads): axes in the order of the arrays, each\n"
                       "(step, offset, first, cell, per_period)");
static PyObject* grid(PyObject* self, PyObject* arguments) {
    (void)self;
    PyObject *capsule, *axes, *value, *gradient, *result = NULL;
    int threads;
    if (!PyArg_ParseTuple(arguments, "OO!OOi", &capsule, &PyTuple_Type, &axes, &value, &gradient, &threads))
        return NULL;
    isonoise_noise* const noise = noise_of(capsule);
    if (noise == NULL) return NULL;
    const int dim = isonoise_dim(noise);
    Arrays arrays;
    arrays.count = 0;
    isonoise_results to = {0};
    isonoise_axis along[4] = {{0}};
    const Py_buffer* const values = get_results(&arrays, dim, value, gradient, 1, &to);
    if (values == NULL) goto done;
    if (values->ndim != dim || PyTuple_Size(axes) != dim) {
        PyErr_Format(PyExc_TypeError, "expected %d axes", dim);
        goto done;
    }
    for (int axis = 0; axis < dim; ++axis) {
        isonoise_axis* const a = &along[dim - 1 - axis];
        long long first, cell, per_period;
        if (!PyArg_ParseTuple(PyTuple_GetItem(axes, axis), "ddLLL", &a->step, &a->offset, &first, &cell, &per_period))
            goto done;
        a->count = values->shape[axis];
        a->first = first;
        a->cell = cell;
        a->per_period = per_period;
    }
    Run run;
    begin(&run, threads);
    const isonoise_status status = isonoise_grid(noise, along, &to, &run.options);
    PyEval_RestoreThread(run.state);
    result = answer(status);
done:
    release(&arrays);
    return result;
}

static isonoise_function* function_of(PyObject* capsule) { return PyCapsule_GetPointer(capsule, FUNCTION); }

static void destroy_function(PyObject* capsule) { isonoise_function_destroy(function_of(capsule)); }

// What a text includes, from a callable that returns bytes or None. Once it has failed, it is not called again.
static PyObject* capsule_of(isonoise_function* function) {
    PyObject* const capsule = PyCapsule_New(function, FUNCTION, destroy_function);
    if (capsule == NULL) isonoise_function_destroy(function);
    return capsule;
}

typedef struct Includes {
    PyObject* callable;
    PyObject* last;
    int failed;
} Includes;

static const char* include(const char* name, void* data) {
    Includes* const from = data;
    if (from->failed) return NULL;
    Py_XDECREF(from->last);
    from->last = PyObject_CallFunction(from->callable, "y", name);
    from->failed = from->last == NULL;
    if (from->failed || from->last == Py_None) return NULL;
    const char* const text = PyBytes_AsString(from->last);
    from->failed = text == NULL;
    return text;
}

PyDoc_STRVAR(create_function_doc,
             "create_function(text, name, include) -> function: bytes text, include(bytes name) -> "
             "bytes or None");
static PyObject* create_function(PyObject* self, PyObject* arguments) {
    (void)self;
    const char *text, *name;
    Includes includes = {NULL, NULL, 0};
    if (!PyArg_ParseTuple(arguments, "ysO", &text, &name, &includes.callable)) return NULL;
    isonoise_function* function = NULL;
    const isonoise_status status = isonoise_function_create(text, name, include, &includes, &function);
    Py_XDECREF(includes.last);
    PyObject* const made = includes.failed ? NULL : answer(status);
    if (made == NULL) {
        isonoise_function_destroy(function);
        return NULL;
    }
    Py_DECREF(made);
    return capsule_of(function);
}

PyDoc_STRVAR(with_gradient_doc, "with_gradient(function) -> function: the value, then its derivatives, as channels");
static PyObject* with_gradient(PyObject* self, PyObject* capsule) {
    (void)self;
    const isonoise_function* const function = function_of(capsule);
    if (function == NULL) return NULL;
    isonoise_function* derived = NULL;
    PyObject* const made = answer(isonoise_function_with_gradient(function, &derived));
    if (made == NULL) return NULL;
    Py_DECREF(made);
    return capsule_of(derived);
}

PyDoc_STRVAR(describe_doc, "describe(function) -> (dim, channels, [(name, kind, values, least, most, about), ...])");
static PyObject* describe(PyObject* self, PyObject* capsule) {
    (void)self;
    const isonoise_function* const function = function_of(capsule);
    if (function == NULL) return NULL;
    PyObject* const all = PyList_New(0);
    isonoise_parameter p;
    for (size_t i = 0; all != NULL && isonoise_function_parameter(function, i, &p); ++i) {
        PyObject* const values = PyTuple_New(p.size);
        for (int c = 0; values != NULL && c < p.size; ++c)
            PyTuple_SetItem(values, c, PyFloat_FromDouble(p.value[c]));
        PyObject* const row =
            values == NULL ? NULL : Py_BuildValue("(siNddy)", p.name, p.kind, values, p.least, p.most, p.about);
        const int failed = row == NULL || PyList_Append(all, row) != 0;
        Py_XDECREF(row);
        if (failed) {
            Py_DECREF(all);
            return NULL;
        }
    }
    return all == NULL
               ? NULL
               : Py_BuildValue("(iiN)", isonoise_function_dim(function), isonoise_function_channels(function), all);
}

PyDoc_STRVAR(set_parameter_doc, "set_parameter(function, name, values): values in a tuple of floats");
static PyObject* set_parameter(PyObject* self, PyObject* arguments) {
    (void)self;
    PyObject *capsule, *given;
    const char* name;
    if (!PyArg_ParseTuple(arguments, "OsO!", &capsule, &name, &PyTuple_Type, &given)) return NULL;
    isonoise_function* const function = function_of(capsule);
    if (function == NULL) return NULL;
    double values[4];
    const Py_ssize_t count = PyTuple_Size(given);
    for (Py_ssize_t c = 0; c < count && c < 4; ++c) {
        values[c] = PyFloat_AsDouble(PyTuple_GetItem(given, c));
        if (PyErr_Occurred()) return NULL;
    }
    return answer(isonoise_function_set(function, name, values, (size_t)count));
}

PyDoc_STRVAR(function_range_doc, "function_range(function, channel) -> (least, greatest), infinite if none is proved");
static PyObject* function_range(PyObject* self, PyObject* arguments) {
    (void)self;
    PyObject* capsule;
    int channel;
    if (!PyArg_ParseTuple(arguments, "Oi", &capsule, &channel)) return NULL;
    const isonoise_function* const function = function_of(capsule);
    if (function == NULL) return NULL;
    double range[2];
    PyObject* const made = answer(isonoise_function_proved_range(function, channel, range));
    Py_XDECREF(made);
    return made == NULL ? NULL : Py_BuildValue("(dd)", range[0], range[1]);
}

PyDoc_STRVAR(evaluate_function_doc, "evaluate_function(function, coordinates, cells or None, results, threads): an "
                                    "array per channel");
static PyObject* evaluate_function(PyObject* self, PyObject* arguments) {
    (void)self;
    PyObject *capsule, *coordinates, *cells, *results, *result = NULL;
    int threads;
    if (!PyArg_ParseTuple(arguments, "OO!OO!i", &capsule, &PyTuple_Type, &coordinates, &cells, &PyTuple_Type, &results,
                          &threads))
        return NULL;
    const isonoise_function* const function = function_of(capsule);
    if (function == NULL) return NULL;
    const int dim = isonoise_function_dim(function), channels = isonoise_function_channels(function);
    if (PyTuple_Size(coordinates) != dim || PyTuple_Size(results) != channels ||
        (cells != Py_None && (!PyTuple_Check(cells) || PyTuple_Size(cells) != dim)))
        return PyErr_Format(PyExc_TypeError, "expected %d coordinates, as many cells or none, and %d results", dim,
                            channels);
    Arrays arrays;
    arrays.count = 0;
    isonoise_output to[5] = {{0}};
    isonoise_arrays points = {0};
    int64_t shape[MOST_AXES];
    const Py_buffer* first = NULL;
    for (int c = 0; c < channels; ++c) {
        ptrdiff_t* const strides = arrays.strides[arrays.count];
        const Py_buffer* const view = get(&arrays, PyTuple_GetItem(results, c), PyBUF_WRITABLE, "f", NULL);
        if (view == NULL) goto done;
        if (first == NULL) first = view;
        int same = view->ndim == first->ndim;
        for (int axis = 0; axis < view->ndim && same; ++axis) {
            same = view->shape[axis] == first->shape[axis];
            shape[axis] = view->shape[axis];
            strides[axis] = view->strides[axis];
        }
        if (!same) {
            PyErr_SetString(PyExc_ValueError, "the results' shapes differ");
            goto done;
        }
        to[c].data = view->buf;
        to[c].strides = strides;
    }
    points.rank = first->ndim;
    points.shape = shape;
    for (int c = 0; c < dim; ++c) {
        if (!get_input(&arrays, PyTuple_GetItem(coordinates, c), first, "fd", &points.coordinates[c])) goto done;
        if (cells != Py_None && !get_input(&arrays, PyTuple_GetItem(cells, c), first, "q", &points.cells[c])) goto done;
    }
    Run run;
    begin(&run, threads);
    const isonoise_status status = isonoise_function_evaluate(function, &points, to, &run.options);
    PyEval_RestoreThread(run.state);
    result = answer(status);
done:
    release(&arrays);
    return result;
}

static PyMethodDef methods[] = {{"create", create, METH_O, create_doc},
                                {"get", get_setting, METH_VARARGS, get_doc},
                                {"derivatives", derivatives, METH_O, derivatives_doc},
                                {"settings", settings, METH_NOARGS, settings_doc},
                                {"may_overlap", may_overlap, METH_VARARGS, may_overlap_doc},
                                {"evaluate", evaluate, METH_VARARGS, evaluate_doc},
                                {"point", (PyCFunction)(void (*)(void))point, METH_FASTCALL, point_doc},
                                {"grid", grid, METH_VARARGS, grid_doc},
                                {"create_function", create_function, METH_VARARGS, create_function_doc},
                                {"with_gradient", with_gradient, METH_O, with_gradient_doc},
                                {"describe", describe, METH_O, describe_doc},
                                {"set_parameter", set_parameter, METH_VARARGS, set_parameter_doc},
                                {"function_range", function_range, METH_VARARGS, function_range_doc},
                                {"evaluate_function", evaluate_function, METH_VARARGS, evaluate_function_doc},
                                {NULL, NULL, 0, NULL}};

static int start(PyObject* module) { return PyModule_AddStringConstant(module, "version", isonoise_version()); }

static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void*)start}, {0, NULL}};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "isonoise._isonoise", NULL, 0, methods, slots, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__isonoise(void) { return PyModuleDef_Init(&definition); }
