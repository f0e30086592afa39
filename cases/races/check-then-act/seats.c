// A box office: a clerk looks for a free seat, asks the customer, and books it. Looking and booking are locked, each.
#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { SEATS = 12, CLERKS = 3 };

struct hall {
  pthread_mutex_t lock;
  char owner[SEATS][16];
};

struct clerk {
  struct hall *hall;
  const char *const *customers;
  int sold;
};

static int first_free(struct hall *hall) {
  int found = -1;
  pthread_mutex_lock(&hall->lock);
  for (int seat = 0; seat < SEATS && found < 0; seat++) {
    if (!hall->owner[seat][0]) found = seat;
  }
  pthread_mutex_unlock(&hall->lock); // HERE
  return found;
}

static void book(struct hall *hall, int seat, const char *customer) {
  pthread_mutex_lock(&hall->lock); // HERE
  strncpy(hall->owner[seat], customer, sizeof hall->owner[seat] - 1);
  pthread_mutex_unlock(&hall->lock);
}

/* Nobody wants to sit in the first row without having thought about it. */
static int likes(const char *customer, int seat) { // HERE
  return seat > 2 || strlen(customer) > 2;         // HERE
}

static void *sell(void *argument) {
  struct clerk *clerk = argument;
  for (const char *const *customer = clerk->customers; *customer; customer++) {
    int seat = first_free(clerk->hall);
    if (seat < 0 || !likes(*customer, seat)) continue; // HERE
    book(clerk->hall, seat, *customer);                // HERE
    clerk->sold++;
  }
  return NULL;
}

static int booked(const struct hall *hall) {
  int count = 0;
  for (int seat = 0; seat < SEATS; seat++) count += hall->owner[seat][0] != 0;
  return count;
}

int main(void) {
  static const char *const queues[CLERKS][4] = { { "anna", "bert", NULL }, { "carla", "dirk", "eva" }, { "frank" } };
  struct hall hall = { .lock = PTHREAD_MUTEX_INITIALIZER };
  struct clerk clerks[CLERKS] = { { 0 } };
  pthread_t threads[CLERKS];
  int sold = 0;
  for (int i = 0; i < CLERKS; i++) {
    clerks[i] = (struct clerk){ &hall, queues[i], 0 };
    pthread_create(&threads[i], NULL, sell, &clerks[i]);
  }
  for (int i = 0; i < CLERKS; i++) {
    pthread_join(threads[i], NULL);
    sold += clerks[i].sold;
  }
  printf("%d tickets for %d seats\n", sold, booked(&hall));
  return sold == booked(&hall) ? 0 : 1;
}
