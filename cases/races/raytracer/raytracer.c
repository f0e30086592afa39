// A ray tracer for several frames at a time. Threads take turns at blocks of rows; the first one to need a frame loads its
// scene. Each scene has a lock of its own, and how many scenes were loaded is counted: by all threads, for all scenes.
//
//   raytracer [WIDTH [HEIGHT]]   prints a sum over all pixels, and fails if not all scenes were counted
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FRAMES = 4, WORKERS = 4, MOST_SPHERES = 16, ROWS_IN_A_BLOCK = 4, MOST_REFLECTIONS = 2 };

typedef struct { double x, y, z; } vector;

static vector plus(vector a, vector b) { return (vector){ a.x + b.x, a.y + b.y, a.z + b.z }; }
static vector minus(vector a, vector b) { return (vector){ a.x - b.x, a.y - b.y, a.z - b.z }; }
static vector times(vector a, double s) { return (vector){ a.x * s, a.y * s, a.z * s }; }
static double dot(vector a, vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static vector unit(vector a) { return times(a, 1 / sqrt(dot(a, a))); }
static vector mirrored(vector ray, vector normal) { return minus(ray, times(normal, 2 * dot(ray, normal))); }

struct sphere {
  vector center;
  double radius, shine;
  vector color;
};

struct scene {
  pthread_mutex_t lock;
  int loaded;
  struct sphere spheres[MOST_SPHERES];
  int count;
  double floor;
  vector light, eye;
};

struct hit {
  double distance;
  vector point, normal, color;
  double shine;
};

// ---- scenes, as text: one thing to a line

static const char *const texts[FRAMES] = {
  "eye 0 1 -6\nlight 4 6 -4\nfloor -1\n"
  "sphere 0 0 0 1 .3 .9 .2 .2\nsphere 2 -.4 1 .6 .1 .2 .9 .2\nsphere -2 -.2 1 .8 .5 .2 .2 .9\n",

  "# the red one has gone up\neye 0 1 -6\nlight 3 6 -4\nfloor -1\n"
  "sphere 0 .5 0 1 .3 .9 .2 .2\nsphere 2 -.4 .5 .6 .1 .2 .9 .2\nsphere -2 -.2 1.5 .8 .5 .2 .2 .9\n",

  "eye 0 1.2 -6\nlight 2 6 -4\nfloor -1\n"
  "sphere 0 1 0 1 .3 .9 .2 .2\nsphere 2 -.4 0 .6 .1 .2 .9 .2\nsphere -2 -.2 2 .8 .5 .2 .2 .9\n"
  "sphere .5 -.8 -1 .2 0 .9 .9 .2\n",

  "eye 0 1.4 -6\nlight 1 6 -4\nfloor -1\n"
  "sphere 0 .5 0 1 .3 .9 .2 .2\nsphere 2 -.4 -.5 .6 .1 .2 .9 .2\nsphere -2 -.2 2.5 .8 .5 .2 .2 .9\n"
  "sphere .5 -.8 -1 .2 0 .9 .9 .2\nsphere -.5 -.8 -1 .2 0 .9 .5 .2\n",
};

static struct scene scenes[FRAMES];
static int scenes_loaded;

struct reader { const char *at; };

static void skip_blanks(struct reader *in) {
  while (*in->at == ' ') in->at++;
}

static double read_number(struct reader *in) {
  double sign = 1, value = 0, place = 1;
  skip_blanks(in);
  if (*in->at == '-') {
    sign = -1;
    in->at++;
  }
  for (; *in->at >= '0' && *in->at <= '9'; in->at++) value = 10 * value + (*in->at - '0');
  if (*in->at == '.')
    for (in->at++; *in->at >= '0' && *in->at <= '9'; in->at++) value += (*in->at - '0') * (place /= 10);
  return sign * value;
}

static vector read_vector(struct reader *in) {
  double x = read_number(in), y = read_number(in), z = read_number(in);
  return (vector){ x, y, z };
}

static int read_word(struct reader *in, char *word, int size) {
  int length = 0;
  skip_blanks(in);
  while (length + 1 < size && *in->at >= 'a' && *in->at <= 'z') word[length++] = *in->at++;
  word[length] = 0;
  return length;
}

static void next_line(struct reader *in) {
  while (*in->at && *in->at != '\n') in->at++;
  if (*in->at) in->at++;
}

static void read_sphere(struct reader *in, struct scene *scene) {
  if (scene->count == MOST_SPHERES) return;
  struct sphere *sphere = &scene->spheres[scene->count++];
  sphere->center = read_vector(in);
  sphere->radius = read_number(in);
  sphere->shine = read_number(in);
  sphere->color = read_vector(in);
}

static void load_scene(struct scene *scene, const char *text) {
  int old_scenes_loaded = scenes_loaded;
  struct reader in = { text };     // HERE: from now on the number may be old
  char word[16];
  while (*in.at) {                 // HERE
    if (read_word(&in, word, sizeof word) > 0) { // HERE
      if (strcmp(word, "eye") == 0) scene->eye = read_vector(&in);          // HERE
      else if (strcmp(word, "light") == 0) scene->light = read_vector(&in); // HERE
      else if (strcmp(word, "floor") == 0) scene->floor = read_number(&in); // HERE
      else if (strcmp(word, "sphere") == 0) read_sphere(&in, scene);        // HERE
    }
    next_line(&in);                // HERE
  }
  scene->loaded = 1;               // HERE
  scenes_loaded = old_scenes_loaded + 1; // HERE
}

static struct scene *scene_of(int frame) {
  struct scene *scene = &scenes[frame];
  pthread_mutex_lock(&scene->lock);
  if (!scene->loaded) load_scene(scene, texts[frame]);
  pthread_mutex_unlock(&scene->lock);
  return scene;
}

// ---- rays

static int hit_sphere(const struct sphere *sphere, vector from, vector ray, struct hit *hit) {
  vector to = minus(from, sphere->center);
  double b = dot(to, ray), c = dot(to, to) - sphere->radius * sphere->radius;
  double inside = b * b - c;
  if (inside < 0) return 0;
  double distance = -b - sqrt(inside);
  if (distance < 1e-4 || distance >= hit->distance) return 0;
  hit->distance = distance;
  hit->point = plus(from, times(ray, distance));
  hit->normal = unit(minus(hit->point, sphere->center));
  hit->color = sphere->color;
  hit->shine = sphere->shine;
  return 1;
}

static int hit_floor(double floor, vector from, vector ray, struct hit *hit) {
  if (ray.y > -1e-6) return 0;
  double distance = (floor - from.y) / ray.y;
  if (distance < 1e-4 || distance >= hit->distance) return 0;
  hit->distance = distance;
  hit->point = plus(from, times(ray, distance));
  hit->normal = (vector){ 0, 1, 0 };
  int is_dark = ((long)floor + (long)(hit->point.x + 100) + (long)(hit->point.z + 100)) & 1;
  hit->color = is_dark ? (vector){ .2, .2, .2 } : (vector){ .8, .8, .8 };
  hit->shine = .1;
  return 1;
}

static int first_hit(const struct scene *scene, vector from, vector ray, struct hit *hit) {
  hit->distance = 1e9;
  int any = hit_floor(scene->floor, from, ray, hit);
  for (int i = 0; i < scene->count; i++) any |= hit_sphere(&scene->spheres[i], from, ray, hit);
  return any;
}

static vector color_of(const struct scene *scene, vector from, vector ray, int reflections) {
  struct hit hit, between;
  if (!first_hit(scene, from, ray, &hit)) return (vector){ .5, .7, 1 };
  vector to_light = minus(scene->light, hit.point);
  double far = sqrt(dot(to_light, to_light)), light = .15;
  vector towards = times(to_light, 1 / far);
  int is_in_shadow = first_hit(scene, hit.point, towards, &between) && between.distance < far;
  if (!is_in_shadow && dot(hit.normal, towards) > 0) light += .85 * dot(hit.normal, towards);
  vector own = times(hit.color, light);
  if (reflections == 0 || hit.shine == 0) return own;
  vector other = color_of(scene, hit.point, mirrored(ray, hit.normal), reflections - 1);
  return plus(times(own, 1 - hit.shine), times(other, hit.shine));
}

// ---- work

static int width = 32, height = 24;
static pthread_mutex_t work_lock = PTHREAD_MUTEX_INITIALIZER;
static int next_block;
static unsigned long sums[FRAMES];

static int blocks_in_a_frame(void) { return (height + ROWS_IN_A_BLOCK - 1) / ROWS_IN_A_BLOCK; }

/* Frame by frame in turn, so that all of them get on; -1 when there is no more to do. */
static int take_block(void) {
  pthread_mutex_lock(&work_lock);
  int block = next_block < FRAMES * blocks_in_a_frame() ? next_block++ : -1;
  pthread_mutex_unlock(&work_lock);
  return block;
}

static unsigned long trace_row(const struct scene *scene, int row) {
  unsigned long sum = 0;
  for (int column = 0; column < width; column++) {
    vector ray = { (column + .5) / width - .5, (height / 2 - row - .5) / width, 1 };
    vector color = color_of(scene, scene->eye, unit(ray), MOST_REFLECTIONS);
    sum += (unsigned long)(255 * (color.x + color.y + color.z) / 3);
  }
  return sum;
}

static void *work(void *nothing) {
  for (int block; (block = take_block()) >= 0;) {
    int frame = block % FRAMES, first = block / FRAMES * ROWS_IN_A_BLOCK;
    const struct scene *scene = scene_of(frame);
    unsigned long sum = 0;
    for (int row = first; row < first + ROWS_IN_A_BLOCK && row < height; row++) sum += trace_row(scene, row);
    pthread_mutex_lock(&work_lock);
    sums[frame] += sum;
    pthread_mutex_unlock(&work_lock);
  }
  return nothing;
}

int main(int count, char **arguments) {
  if (count > 1) width = atoi(arguments[1]);
  height = count > 2 ? atoi(arguments[2]) : width * 3 / 4;
  pthread_t workers[WORKERS];
  for (int i = 0; i < FRAMES; i++) pthread_mutex_init(&scenes[i].lock, NULL);
  for (int i = 0; i < WORKERS; i++) pthread_create(&workers[i], NULL, work, NULL);
  for (int i = 0; i < WORKERS; i++) pthread_join(workers[i], NULL);
  for (int i = 0; i < FRAMES; i++) printf("frame %d: %lu\n", i, sums[i]);
  printf("%d scenes loaded\n", scenes_loaded);
  return scenes_loaded == FRAMES ? 0 : 1;
}
