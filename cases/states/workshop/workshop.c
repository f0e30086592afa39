/*
 * shopsim - simulate a job shop with priorities, preemption and outages.
 *
 *   machine NAME
 *   job NAME ARRIVAL DEMAND PRIORITY        (a higher number is more urgent)
 *   outage MACHINE FROM TO
 *
 * A job runs on the first idle machine.  When none is idle a more urgent job
 * puts the least urgent running job back into the queue; that job goes on
 * later, on any machine, with the work it still has to do.  An outage does the
 * same to whatever runs on the machine.  Times are whole minutes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_MACHINES 8
#define MAX_JOBS 64
#define MAX_OUTAGES 16
#define MAX_EVENTS 512
#define NAME_LEN 16

enum kind { EV_FINISH, EV_REPAIR, EV_OUTAGE, EV_ARRIVAL };
enum job_state { JOB_PENDING, JOB_QUEUED, JOB_RUNNING, JOB_DONE };

struct job {
    char name[NAME_LEN];
    int arrival, demand, priority;
    enum job_state state;
    int remaining;
    int started;        /* when it last got a machine */
    int queued_since;
    int waited;
    int first_start;
    int finished;
    int interruptions;
    int ticket;         /* finish events with an older ticket are void */
};

struct machine {
    char name[NAME_LEN];
    struct job *running;
    int down;
    int busy;
    int jobs_done;
};

struct outage {
    int machine;
    int from, to;
};

struct event {
    int time, sequence;
    enum kind kind;
    int subject;        /* index of a job or a machine */
    int ticket;
};

struct heap {
    struct event items[MAX_EVENTS];
    int count;
    int sequence;
};

struct shop {
    struct machine machines[MAX_MACHINES];
    int machine_count;
    struct job jobs[MAX_JOBS];
    int job_count;
    struct outage outages[MAX_OUTAGES];
    int outage_count;
    struct job *queue[MAX_JOBS];
    int queue_count;
    struct heap events;
    int now;
    int longest_queue;
};

static void die(const char *message, const char *detail)
{
    fprintf(stderr, "shopsim: %s: %s\n", message, detail);
    exit(2);
}

/* ---- event heap -------------------------------------------------------- */

static int event_before(const struct event *a, const struct event *b)
{
    if (a->time != b->time)
        return a->time < b->time;
    if (a->kind != b->kind)
        return a->kind < b->kind;
    return a->sequence < b->sequence;
}

static void heap_swap(struct heap *heap, int i, int j)
{
    struct event saved = heap->items[i];
    heap->items[i] = heap->items[j];
    heap->items[j] = saved;
}

static void heap_push(struct heap *heap, int time, enum kind kind, int subject,
                      int ticket)
{
    int i;

    if (heap->count == MAX_EVENTS)
        die("too many events", "heap is full");
    i = heap->count++;
    heap->items[i].time = time;
    heap->items[i].kind = kind;
    heap->items[i].sequence = heap->sequence++;
    heap->items[i].subject = subject;
    heap->items[i].ticket = ticket;
    while (i > 0) {
        int parent = (i - 1) / 2;
        if (!event_before(&heap->items[i], &heap->items[parent]))
            break;
        heap_swap(heap, i, parent);
        i = parent;
    }
}

static struct event heap_pop(struct heap *heap)
{
    struct event top = heap->items[0];
    int i = 0;

    heap->items[0] = heap->items[--heap->count];
    for (;;) {
        int first = i;
        int child;
        for (child = 2 * i + 1; child <= 2 * i + 2; child++)
            if (child < heap->count
                && event_before(&heap->items[child], &heap->items[first]))
                first = child;
        if (first == i)
            break;
        heap_swap(heap, i, first);
        i = first;
    }
    return top;
}

/* ---- waiting jobs ------------------------------------------------------ */

static int more_urgent(const struct job *a, const struct job *b)
{
    if (a->priority != b->priority)
        return a->priority > b->priority;
    if (a->arrival != b->arrival)
        return a->arrival < b->arrival;
    return a < b;
}

static void enqueue(struct shop *shop, struct job *job)
{
    int i = shop->queue_count++;

    while (i > 0 && more_urgent(job, shop->queue[i - 1])) {
        shop->queue[i] = shop->queue[i - 1];
        i--;
    }
    shop->queue[i] = job;
    job->state = JOB_QUEUED;
    job->queued_since = shop->now;
    if (shop->queue_count > shop->longest_queue)
        shop->longest_queue = shop->queue_count;
}

static struct job *dequeue(struct shop *shop)
{
    struct job *job = shop->queue[0];
    int i;

    shop->queue_count--;
    for (i = 0; i < shop->queue_count; i++)
        shop->queue[i] = shop->queue[i + 1];
    return job;
}

/* ---- machines ---------------------------------------------------------- */

static void start_job(struct shop *shop, struct machine *machine, struct job *job)
{
    machine->running = job;
    job->state = JOB_RUNNING;
    job->started = shop->now;
    job->waited += shop->now - job->queued_since;
    if (job->first_start < 0)
        job->first_start = shop->now;
    job->ticket++;
    heap_push(&shop->events, shop->now + job->remaining, EV_FINISH,
              (int)(job - shop->jobs), job->ticket);
}

static void interrupt_job(struct shop *shop, struct machine *machine)
{
    struct job *job = machine->running;
    int worked = shop->now - job->started;

    machine->busy += worked;
    machine->running = NULL;
    job->remaining = job->demand - worked; // DEFECT: it may have been interrupted before
    job->ticket++;
    job->interruptions++;
    enqueue(shop, job);
}

static struct machine *idle_machine(struct shop *shop)
{
    int i;

    for (i = 0; i < shop->machine_count; i++) {
        struct machine *machine = &shop->machines[i];
        if (!machine->down && machine->running == NULL)
            return machine;
    }
    return NULL;
}

static struct machine *least_urgent_machine(struct shop *shop)
{
    struct machine *found = NULL;
    int i;

    for (i = 0; i < shop->machine_count; i++) {
        struct machine *machine = &shop->machines[i];
        if (machine->down || machine->running == NULL)
            continue;
        if (found == NULL || more_urgent(found->running, machine->running))
            found = machine;
    }
    return found;
}

static void dispatch(struct shop *shop)
{
    while (shop->queue_count > 0) {
        struct machine *machine = idle_machine(shop);
        if (machine == NULL) {
            machine = least_urgent_machine(shop);
            if (machine == NULL
                || machine->running->priority >= shop->queue[0]->priority)
                return;
            interrupt_job(shop, machine);
        }
        start_job(shop, machine, dequeue(shop));
    }
}

/* ---- events ------------------------------------------------------------ */

static void finish_job(struct shop *shop, struct job *job)
{
    int i;

    for (i = 0; i < shop->machine_count; i++) {
        struct machine *machine = &shop->machines[i];
        if (machine->running != job)
            continue;
        machine->busy += shop->now - job->started;
        machine->jobs_done++;
        machine->running = NULL;
    }
    job->remaining = 0;
    job->state = JOB_DONE;
    job->finished = shop->now;
}

static void simulate(struct shop *shop)
{
    int i;

    for (i = 0; i < shop->job_count; i++)
        heap_push(&shop->events, shop->jobs[i].arrival, EV_ARRIVAL, i, 0);
    for (i = 0; i < shop->outage_count; i++) {
        struct outage *outage = &shop->outages[i];
        heap_push(&shop->events, outage->from, EV_OUTAGE, outage->machine, 0);
        heap_push(&shop->events, outage->to, EV_REPAIR, outage->machine, 0);
    }
    while (shop->events.count > 0) {
        struct event event = heap_pop(&shop->events);
        struct job *job = &shop->jobs[event.subject];
        struct machine *machine = &shop->machines[event.subject % MAX_MACHINES];

        if (event.kind == EV_FINISH && event.ticket != job->ticket)
            continue;
        shop->now = event.time;
        switch (event.kind) {
        case EV_FINISH:
            finish_job(shop, job);
            break;
        case EV_REPAIR:
            machine->down--;
            break;
        case EV_OUTAGE:
            machine->down++;
            if (machine->running != NULL)
                interrupt_job(shop, machine);
            break;
        case EV_ARRIVAL:
            enqueue(shop, job);
            break;
        }
        dispatch(shop);
    }
}

/* ---- input and output -------------------------------------------------- */

static int find_machine(struct shop *shop, const char *name)
{
    int i;

    for (i = 0; i < shop->machine_count; i++)
        if (strcmp(shop->machines[i].name, name) == 0)
            return i;
    die("no such machine", name);
    return -1;
}

static void read_shop(struct shop *shop, const char *path)
{
    FILE *file = fopen(path, "r");
    char line[160], name[NAME_LEN];
    int a, b, c;

    if (file == NULL)
        die("cannot open", path);
    while (fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "#\r\n")] = '\0';
        if (strspn(line, " \t") == strlen(line))
            continue;
        if (sscanf(line, "machine %15s", name) == 1
            && shop->machine_count < MAX_MACHINES) {
            strcpy(shop->machines[shop->machine_count++].name, name);
        } else if (sscanf(line, "job %15s %d %d %d", name, &a, &b, &c) == 4
                   && shop->job_count < MAX_JOBS && b > 0) {
            struct job *job = &shop->jobs[shop->job_count++];
            strcpy(job->name, name);
            job->arrival = a;
            job->demand = job->remaining = b;
            job->priority = c;
            job->first_start = -1;
        } else if (sscanf(line, "outage %15s %d %d", name, &a, &b) == 3
                   && shop->outage_count < MAX_OUTAGES && a < b) {
            struct outage *outage = &shop->outages[shop->outage_count++];
            outage->machine = find_machine(shop, name);
            outage->from = a;
            outage->to = b;
        } else {
            die("cannot read line", line);
        }
    }
    fclose(file);
}

static void print_report(const struct shop *shop)
{
    int demand = 0, busy = 0, waited = 0, i;

    printf("%-10s %6s %6s %6s %6s %6s %5s\n", "job", "arrive", "demand", "start",
           "finish", "waited", "stops");
    for (i = 0; i < shop->job_count; i++) {
        const struct job *job = &shop->jobs[i];
        printf("%-10s %6d %6d %6d %6d %6d %5d\n", job->name, job->arrival,
               job->demand, job->first_start, job->finished, job->waited,
               job->interruptions);
        demand += job->demand;
        waited += job->waited;
    }
    printf("\n%-10s %6s %6s %6s\n", "machine", "busy", "jobs", "use");
    for (i = 0; i < shop->machine_count; i++) {
        const struct machine *machine = &shop->machines[i];
        printf("%-10s %6d %6d %5.1f%%\n", machine->name, machine->busy,
               machine->jobs_done, shop->now ? 100.0 * machine->busy / shop->now : 0.0);
        busy += machine->busy;
    }
    printf("\nend %d, demand %d, busy %d, mean wait %.1f, longest queue %d\n",
           shop->now, demand, busy,
           shop->job_count ? (double)waited / shop->job_count : 0.0,
           shop->longest_queue);
}

int main(int argc, char **argv)
{
    static struct shop shop;

    if (argc != 2)
        die("usage", "program SHOP.txt");
    read_shop(&shop, argv[1]);
    simulate(&shop);
    print_report(&shop);
    return 0;
}
