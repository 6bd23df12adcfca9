package crash

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/shared/basket"
	"ordering/shared/order"
	"ordering/shared/order/ordertest"
	"ordering/shared/soak"
)

// play is an act of a guest or a kitchen, with the saga's points that it passes.
type play struct {
	name   string
	act    string
	card   string // typed before; empty for a free order
	bank   string // the guest's answer to the bank, given before
	placed bool   // an order exists before
	wallet string // typed into the second provider before: a gift card, the wallet and the card pay
	points []string
}

const (
	good, declined, asks, lost = "4242424242424242", "4000000000000002", "4000002760003184", "4000000000004087"
)

var plays = []play{
	{name: "pay", act: "place", card: good, points: []string{order.PointReserve, order.PointAuthorise, order.PointConfirm, order.PointCapture, order.PointCaptured}},
	{name: "pay, first answer lost", act: "place", card: lost, points: []string{order.PointAuthorise, order.PointConfirm}},
	{name: "pay nothing", act: "place", points: []string{order.PointReserve, order.PointConfirm}},
	{name: "declined", act: "place", card: declined, points: []string{order.PointAuthorise, order.PointRelease}},
	{name: "bank asks", act: "place", card: asks, points: []string{order.PointAuthorise, order.PointWait}},
	{name: "bank approves", act: "authenticated", card: asks, bank: "approve", points: []string{order.PointConfirm, order.PointCapture, order.PointCaptured}},
	{name: "bank refuses", act: "authenticated", card: asks, bank: "fail", points: []string{order.PointRelease, order.PointRefund, order.PointRefunded}},
	{name: "cancel", act: "cancel", card: good, placed: true, points: []string{order.PointEnd, order.PointRefund, order.PointRefunded}},
	{name: "give up at the bank", act: "cancel", card: asks, points: []string{order.PointRelease, order.PointRefund, order.PointRefunded}},
	{name: "cancel nothing paid", act: "cancel", placed: true, points: []string{order.PointEnd}},
	{name: "split", act: "place", card: good, wallet: good, points: []string{order.PointAuthorised, order.PointConfirm, order.PointCaptured}},
	{name: "split, declined", act: "place", card: declined, wallet: good, points: []string{order.PointRelease, order.PointRefunded}},
	{name: "cancel a split", act: "cancel", card: good, wallet: good, placed: true, points: []string{order.PointRefunded}},
	{name: "refund a part", act: "refund", card: good, wallet: good, placed: true, points: []string{order.PointRefund, order.PointRefunded}},
	{name: "kitchen refuses", act: "refuse", card: good, placed: true, points: []string{order.PointEnd, order.PointRefund, order.PointRefunded}},
}

// staged is a play prepared up to the child's start.
type staged struct {
	*scene
	play
	basket       basket.Basket
	method       string
	wallet       string // the play's card as a token
	token        string
	acknowledged []string // tokens that the guest received
}

func stage(t *testing.T, p play) *staged {
	t.Helper()
	s := &staged{scene: begin(t), play: p}
	var err error
	s.basket, err = s.fill(p.card == "")
	assert.NilError(t, err)
	if p.card != "" {
		s.method, err = s.typed(p.card)
		assert.NilError(t, err)
	}
	if p.wallet != "" {
		s.wallet, err = s.scene.wallet.typed(p.wallet)
		assert.NilError(t, err)
	}
	if p.act == "place" {
		return s
	}
	w, err := s.submission(s.basket.ID, s.method, s.wallet)
	assert.NilError(t, err)
	o, err := s.checkout().Place(context.Background(), w)
	assert.NilError(t, err)
	assert.Equal(t, p.placed, o.Status.Placed(), o.Status)
	s.token = o.Token
	if p.placed {
		s.acknowledged = append(s.acknowledged, o.Token)
	}
	if p.bank != "" {
		assert.NilError(t, s.scene.bank(o, p.bank))
	}
	return s
}

// kill runs the child until it dies at the place. It reports whether it died, and the number of places that it passed if it did not. The
// guest may have received the result before.
func (s *staged) kill(t *testing.T, bug string, where ...string) (died bool, places int) {
	t.Helper()
	s.leave() // the child needs the folder alone
	c := exec.Command(os.Args[0], "-test.run=^$")
	c.Env = append(os.Environ(), envDir+"="+s.dir, envAct+"="+s.act, envBasket+"="+s.basket.ID, envCard+"="+s.method,
		envWallet+"="+s.wallet, envToken+"="+s.token, envBug+"="+bug, "GORACE=atexit_sleep_ms=0")
	c.Env = append(c.Env, where...)
	var out, trouble bytes.Buffer
	c.Stdout, c.Stderr = &out, &trouble
	err := c.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.Sys().(syscall.WaitStatus).Signal() == syscall.SIGKILL {
		died = true
	} else if err != nil {
		t.Fatalf("the child failed: %v\n%s", err, trouble.String())
	}
	var status, token string
	said, err := fmt.Fscan(&out, &status, &token, &places)
	assert.Assert(t, (died || err == nil) && said != 1, "the child said only %d things: %v", said, err)
	if token != "" && order.Status(status).Placed() {
		s.acknowledged = append(s.acknowledged, token)
	}
	again, err := enter(s.dir, opening)
	assert.NilError(t, err)
	t.Cleanup(again.leave)
	again.misbehave(bug)
	s.scene = again
	return died, places
}

// aftermath runs the recovery, with the guest's retry if guestRepeats is set, and audits the result.
func (s *staged) aftermath(t *testing.T, guestRepeats bool) error {
	t.Helper()
	if guestRepeats && s.act == "place" {
		w, err := s.submission(s.basket.ID, s.method, s.wallet)
		if err != nil {
			return err
		}
		if o, err := s.checkout().Place(context.Background(), w); err == nil && o.Status.Placed() {
			s.acknowledged = append(s.acknowledged, o.Token)
		}
	}
	delivered := s.settle(t)
	b, err := basket.Load(t.Context(), s.table, s.basket.ID)
	if err != nil {
		return err
	}
	if o, err := order.Load(t.Context(), s.table, b.OrderToken); err == nil {
		ordertest.CheckGift(t, s.table, o)
	}
	return s.audit(delivered, s.basket.ID, s.acknowledged)
}

// A process dies before and after every point of the saga.
func TestKilledAtEachPoint(t *testing.T) {
	met := map[string]bool{}
	for _, p := range plays {
		for _, point := range p.points {
			for _, done := range []bool{false, true} {
				where := side(point, done)
				met[where] = true
				t.Run(p.name+", "+where, func(t *testing.T) {
					s := stage(t, p)
					died, _ := s.kill(t, "", envPoint+"="+where)
					assert.Assert(t, died, "it was never reached")
					collecting := point == order.PointCapture || point == order.PointCaptured
					assert.Assert(t, p.act != "place" || collecting == (len(s.acknowledged) > 0), "acknowledged: %v", s.acknowledged)
					assert.NilError(t, s.aftermath(t, done))
				})
			}
		}
	}
	for _, point := range order.Points {
		assert.Check(t, met[side(point, false)] && met[side(point, true)], "no play is killed at %s", point)
	}
}

// Random kills: before and after every write and every call.
func TestKilledAtAnyTime(t *testing.T) {
	lengths := map[string]int{}
	for seed := range soak.Rounds(t, 20, 12*time.Second) {
		random := rand.New(rand.NewPCG(seed, 20261121))
		p := plays[random.IntN(len(plays))]
		if lengths[p.name] == 0 {
			s := stage(t, p)
			_, lengths[p.name] = s.kill(t, "")
			assert.NilError(t, s.aftermath(t, false), p.name)
		}
		at, repeats := 1+random.IntN(lengths[p.name]), random.IntN(2) == 0
		t.Run(fmt.Sprintf("seed %d: %s at %d of %d", seed, p.name, at, lengths[p.name]), func(t *testing.T) {
			s := stage(t, p)
			died, _ := s.kill(t, "", envNth+"="+strconv.Itoa(at))
			assert.Assert(t, died)
			assert.NilError(t, s.aftermath(t, repeats))
		})
	}
}

// The audit must detect sagas with seeded bugs.
func TestAuditFindsSeededBugs(t *testing.T) {
	for bug, want := range map[string]string{
		"no key":      "charged 2 times",
		"money first": "which does not exist",
	} {
		t.Run(bug, func(t *testing.T) {
			s := stage(t, plays[0])
			died, _ := s.kill(t, bug, envPoint+"="+side(order.PointAuthorise, true))
			assert.Assert(t, died)
			err := s.aftermath(t, false)
			assert.ErrorContains(t, err, want)
		})
	}
}
