package promo

import (
	"fmt"
	"testing"
)

func hostile(many, once, q, kind int) (Cart, []Promotion) {
	c := Cart{Currency: "usd", Country: "US"}
	for i := range 100 {
		c.Lines = append(c.Lines, Line{ItemID: "rib", Unit: int64(500 + (i*37)%100*7), Quantity: 1})
	}
	var all []Promotion
	for i := range many + once {
		p := Promotion{ID: fmt.Sprint("unit-", i), Kind: ItemAmount, Amount: usd(int64(100 + 10*i)), OncePerOrder: i >= many}
		p.Items, p.Buy = []string{"rib"}, &Buy{Match: Match{Items: []string{"rib"}}, Quantity: q}
		p.Cheapest = kind == 1
		if kind == 2 && i < many {
			p.Cap = usd(5000)
		}
		if kind == 3 { p.Buy.Get = 3; p.Cheapest = i%2==0 }
		all = append(all, p)
	}
	return c, append(all, half)
}

func BenchmarkHostileA(b *testing.B) { c, all := hostile(0, 8, 5, 1); measureBest(b, c, all) }
func BenchmarkHostileB(b *testing.B) { c, all := hostile(0, 8, 5, 2); measureBest(b, c, all) }
func BenchmarkHostileC(b *testing.B) { c, all := hostile(3, 0, 1, 0); measureBest(b, c, all) }
