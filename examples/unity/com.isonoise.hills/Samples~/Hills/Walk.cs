using System.Collections.Generic;
using UnityEngine;
using UnityEngine.Rendering;

/// Makes the ground, puts huts and trees on it and walks: what the shader Ground draws, C# knows to the bit.
public sealed class Walk : MonoBehaviour {
    public Shader ground;
    public float relief = 34;

    const int Side = 300;
    const float Eyes = 1.7f;
    readonly float[] slope = new float[2];
    Transform walker;
    Vector2 place;
    float heading;

    float Height(float x, float z) { return relief * Hills.At(x, z); }

    // Uphill; how many metres the ground rises per metre.
    Vector2 Slope(float x, float z) {
        Hills.Gradient(x, z, slope);
        return relief * new Vector2(slope[0], slope[1]);
    }

    void Start() {
        var material = new Material(ground);
        material.SetFloat("_Relief", relief);
        var land = new GameObject("Ground");
        land.AddComponent<MeshFilter>().sharedMesh = Grid();
        land.AddComponent<MeshRenderer>().sharedMaterial = material;

        var random = new System.Random(5);
        var huts = new List<Vector2>();
        for (int i = 0; i < 2600; ++i) {
            // On the grid's points: between them the ground is flat, and the noise is not.
            int x = random.Next(-Side / 2, Side / 2 + 1), z = random.Next(-Side / 2, Side / 2 + 1);
            var at = new Vector3(x, Height(x, z), z);
            float steep = Slope(x, z).magnitude;
            bool near = huts.Exists(hut => Vector2.Distance(hut, new Vector2(x, z)) < 22);
            if (huts.Count < 12 && steep < 0.15f && !near) {
                Put(PrimitiveType.Cube, at, new Vector3(5, 6, 4), new Color(0.42f, 0.13f, 0.09f));
                huts.Add(new Vector2(x, z));
            } else if (steep < 0.5f && at.y < 6 && !near) {
                Put(PrimitiveType.Capsule, at, new Vector3(1.6f, 3, 1.6f), new Color(0.07f, 0.14f, 0.06f));
            }
        }
        Vector2 uphill = Slope(huts[0].x, huts[0].y).normalized;
        place = huts[0] + 20 * new Vector2(uphill.y, -uphill.x);
        heading = Mathf.Atan2(huts[0].x - place.x, huts[0].y - place.y) * Mathf.Rad2Deg;
        walker = Camera.main.transform;
    }

    void Update() {
        heading += 60 * Time.deltaTime * Input.GetAxis("Horizontal");
        Quaternion turned = Quaternion.Euler(4, heading, 0);
        Vector3 ahead = turned * Vector3.forward;
        place += 6 * Time.deltaTime * Input.GetAxis("Vertical") * new Vector2(ahead.x, ahead.z);
        walker.position = new Vector3(place.x, Height(place.x, place.y) + Eyes, place.y);
        walker.rotation = turned;
    }

    static void Put(PrimitiveType type, Vector3 at, Vector3 size, Color colour) {
        GameObject one = GameObject.CreatePrimitive(type);
        one.transform.position = at;
        one.transform.localScale = size;
        one.GetComponent<Renderer>().material.color = colour;
    }

    // A square with a point for each metre.
    static Mesh Grid() {
        var points = new Vector3[(Side + 1) * (Side + 1)];
        var corners = new int[6 * Side * Side];
        for (int z = 0, i = 0, c = 0; z <= Side; ++z) {
            for (int x = 0; x <= Side; ++x, ++i) {
                points[i] = new Vector3(x - Side / 2, 0, z - Side / 2);
                if (x == Side || z == Side) continue;
                foreach (int corner in new[] { i, i + Side + 1, i + 1, i + 1, i + Side + 1, i + Side + 2 })
                    corners[c++] = corner;
            }
        }
        return new Mesh { indexFormat = IndexFormat.UInt32, vertices = points, triangles = corners,
                          bounds = new Bounds(Vector3.zero, new Vector3(Side, 200, Side)) };
    }
}
