/* One hop as a plain generic loop: Y = P X, P in CSR with a float per entry, X and Y row-major float32.
 *
 * usage: csr_times_dense FOLDER REPEATS
 * Reads operator-{offsets,columns,values}.npy, features.npy and sample-rows.npy; writes the sampled rows of Y to
 * c-hop.bin and one JSON line of timings. The number of threads is OpenMP's (OMP_NUM_THREADS).
 */
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void fail(const char *what, const char *file) {
  fprintf(stderr, "%s: %s\n", file, what);
  exit(1);
}

/* The data of a version 1.0 .npy file; its header is a preamble of 10 bytes and as many as bytes 8 and 9 say. */
static void *load(const char *folder, const char *name, size_t *bytes) {
  char file[4096];
  snprintf(file, sizeof file, "%s/%s", folder, name);
  FILE *in = fopen(file, "rb");
  if (!in) fail("cannot be opened", file);
  unsigned char preamble[10];
  if (fread(preamble, 1, 10, in) != 10) fail("is too short", file);
  long header = 10 + preamble[8] + 256L * preamble[9];
  fseek(in, 0, SEEK_END);
  *bytes = (size_t)(ftell(in) - header);
  fseek(in, header, SEEK_SET);
  void *data = aligned_alloc(64, (*bytes + 63) / 64 * 64);
  if (!data || fread(data, 1, *bytes, in) != *bytes) fail("cannot be read", file);
  fclose(in);
  return data;
}

static void hop(int64_t rows, int width, const int64_t *offsets, const int32_t *columns, const float *values,
                const float *x, float *y) {
#pragma omp parallel for schedule(dynamic, 1024)
  for (int64_t row = 0; row < rows; row++) {
    float *out = y + row * width;
    memset(out, 0, width * sizeof(float));
    for (int64_t at = offsets[row]; at < offsets[row + 1]; at++) {
      float value = values[at];
      const float *in = x + (int64_t)columns[at] * width;
      for (int k = 0; k < width; k++) out[k] += value * in[k];
    }
  }
}

int main(int argc, char **argv) {
  if (argc != 3) fail("usage: csr_times_dense FOLDER REPEATS", argv[0]);
  size_t bytes;
  int64_t *offsets = load(argv[1], "operator-offsets.npy", &bytes);
  int64_t rows = (int64_t)(bytes / sizeof(int64_t)) - 1;
  int32_t *columns = load(argv[1], "operator-columns.npy", &bytes);
  float *values = load(argv[1], "operator-values.npy", &bytes);
  float *x = load(argv[1], "features.npy", &bytes);
  int width = (int)(bytes / sizeof(float) / rows);
  float *y = aligned_alloc(64, (bytes + 63) / 64 * 64);
  int repeats = atoi(argv[2]);
  printf("{\"version\": \"gcc %d.%d\", \"tasks\": {\"hop\": {\"seconds\": [", __GNUC__, __GNUC_MINOR__);
  memset(y, 0, bytes);
  for (int i = 0; i < repeats; i++) {
    double start = omp_get_wtime();
    hop(rows, width, offsets, columns, values, x, y);
    printf("%s%.6f", i ? ", " : "", omp_get_wtime() - start);
  }
  double sum = 0;
  for (int64_t i = 0; i < rows * width; i++) sum += y[i];
  int32_t *sample = load(argv[1], "sample-rows.npy", &bytes);
  char file[4096];
  snprintf(file, sizeof file, "%s/c-hop.bin", argv[1]);
  FILE *out = fopen(file, "wb");
  if (!out) fail("cannot be written", file);
  for (size_t i = 0; i < bytes / sizeof(int32_t); i++) fwrite(y + (int64_t)sample[i] * width, sizeof(float), width, out);
  fclose(out);
  printf("], \"checksum\": %.9g}}}\n", sum);
  return 0;
}
