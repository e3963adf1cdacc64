#include "gpu/timer.hpp"

namespace isonoise {

void wait_for_gpu() { glFinish(); }

Timer Timer::make() {
    Timer timer;
    timer.query_ = Query::make();
    return timer;
}

void Timer::begin() { glBeginQuery(GL_TIME_ELAPSED, query_.get()); }
void Timer::end() { glEndQuery(GL_TIME_ELAPSED); }

double Timer::wait() {
    GLuint64 ns = 0;
    glGetQueryObjectui64v(query_.get(), GL_QUERY_RESULT, &ns);
    return static_cast<double>(ns) * 1e-6;
}

double Timer::read() {
    GLint ready = 0;
    glGetQueryObjectiv(query_.get(), GL_QUERY_RESULT_AVAILABLE, &ready);
    return ready ? wait() : -1.0;
}

}  // namespace isonoise
