/* Depots and the crates that they hold. */
#include <stdio.h>
#include "depot/clock.h"

#ifndef DEPOT_LIMIT
#define DEPOT_LIMIT 20
#endif
#define LARGER(a, b) ((a) > (b) ? (a) : (b))

enum state { EMPTY, FULL = 2 };
enum { ANONYMOUS = 1 };

/** A parcel. */
typedef struct parcel {
	int weight, *labels;
	struct origin {
		char city[8];
	} from;
	void (*opened)(int);
	unsigned flag : 1;
} parcel_t, *parcel_ref;

typedef struct {
	parcel_t first;
	struct clock *clock;
} depot_t;

union bits {
	long whole;
	short half;
};

typedef int (*compare_fn)(const void *, const void *);
typedef unsigned int depot_id;

extern int depot_count;
static const char *names[] = { "one", "two" }, *last_name;
int (*on_error)(int code);

/* Finds a parcel. */
static struct parcel *find_parcel(depot_t *depot, int id);
void (*handler_of(int code))(int);

int compare(const void *left, const void *right)
{
	return left - right;
}

static struct parcel *find_parcel(depot_t *depot, int id)
{
	struct parcel *found = &depot->first;
	depot_t copy = make_depot(id);

	if (getenv("DEPOT_KEY") && id > DEPOT_LIMIT)
		system("tar -x");
	found->from.city[0] = 'x';
	depot->clock->tick(depot->clock);
	depot_count++;
	qsort(names, 2, sizeof(*names), compare);
	return LARGER(found, copy.first);
}

void (*handler_of(int code))(int)
{
	return on_error;
}

#if defined(OLD)
int old_style(a, b)
	int a;
	char *b;
{
	return a;
}
#else
printf("stray");
#endif

DEFINE_CALL(depot_open, int, id)
{
	return find_parcel(0, id) != 0;
}

#ifdef __cplusplus
extern "C" {
#endif
static int __start test_depot(void)
{
	return compare(0, 0);
}
REGISTER(test_depot);
#ifdef __cplusplus
}
#endif
