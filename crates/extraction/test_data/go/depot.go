// Package depot keeps parcels.
package depot

import (
	"fmt"
	clk "example.org/depot/clock"
	. "example.org/depot/parcel"
	_ "embed"
	"os"
	"os/exec"
)

import "net/http"

// Limit is how many parcels fit.
const Limit = 20

const (
	// Small is the least.
	Small, Large = 1, 2
	Huge         // the most
)

var (
	current, other *Depot
	names = map[string]int{}
)

var total int = compute()

// Weigher can be weighed.
type Weigher interface {
	fmt.Stringer
	Base
	// Weight in grams.
	Weight(unit clk.Unit) (int, error)
}

// Depot is a depot.
type Depot struct {
	Base
	*clk.Clock
	Name, Place string `json:"name"`
	// parcels by name
	parcels map[string]*Parcel
	watch   *clk.Watch
}

type (
	// ID names a depot.
	ID string
	Alias = Depot
	Handler func(w http.ResponseWriter) error
	// Pair holds two.
	Pair[T any] struct {
		first, second T
	}
)

// Open opens a depot.
func Open(path string, watch *clk.Watch) (*Depot, error) {
	key := os.Getenv("DEPOT_KEY")
	depot := &Depot{Name: path, watch: watch}
	pair := Pair[int]{}
	fresh := new(Depot)
	now := clk.Now()
	if err := depot.load(key); err != nil {
		return nil, fmt.Errorf("open: %w", err)
	}
	fresh.load(pair.first)
	now.Tick()
	return depot, nil
}

/*
load reads it.
*/
func (d *Depot) load(key string) error {
	d.watch.Start()
	for name, parcel := range d.parcels {
		parcel.Weight(name)
	}
	exec.Command("tar", "-x").Run()
	run := func(x int) int { return x + Limit }
	type local struct{ a int }
	var item Weigher = local{a: run(1)}
	item.Weight(nil)
	return d.Base.Close()
}

func (p Pair[T]) First() T { return p.first }

func routes(mux *http.ServeMux) {
	mux.HandleFunc("/depots", list)
	w := mux.(Weigher)
	w.Weight(current)
}

func TestOpen(t *testing.T) {
	depot, err := Open("x", nil)
	t.Log(depot, err)
}

func BenchmarkOpen(b *testing.B) {}
