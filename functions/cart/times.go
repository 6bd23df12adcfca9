package cart

import (
	"context"

	"ordering/functions/api"
	"ordering/shared/basket"
	"ordering/shared/basket/basketview"
	"ordering/shared/problem"
	"ordering/shared/table"
	"ordering/shared/telemetry"
)

func (c *Cart) times(ctx context.Context, in *timesInput) (*timesOutput, error) {
	b, pc, err := c.load(ctx, in.OrderID)
	if err != nil {
		return nil, err
	}
	times, err := b.Times(ctx, c.table, pc, in.Date)
	if err != nil {
		return nil, err
	}
	out := &timesOutput{}
	out.Body.Days = make([]DayAhead, len(times.Days))
	for i, d := range times.Days {
		out.Body.Days[i] = DayAhead{Date: d.Date.String(), Closed: string(d.Closed)}
	}
	out.Body.Day = Day{Date: times.Date, Slots: make([]TimeLeft, len(times.Day))}
	if times.ASAP != nil {
		asap := timeLeft(*times.ASAP)
		asap.ASAP = true
		out.Body.ASAP = &asap
	}
	for i, t := range times.Day {
		out.Body.Day.Slots[i] = timeLeft(t)
	}
	return out, nil
}

func timeLeft(t basket.Time) TimeLeft {
	return TimeLeft{Timeslot: basketview.Timeslot{Start: t.Start, End: t.End}, Full: t.Full, Changes: t.Changes}
}

func (c *Cart) hold(ctx context.Context, in *holdInput) (*basketOutput, error) {
	if !in.Body.ASAP && in.Body.Start.IsZero() {
		return nil, problem.New(problem.TimeslotMissing)
	}
	client := ""
	if network := api.Network(ctx); network != "" {
		guests, err := c.guests.Current(ctx)
		if err != nil {
			return nil, err
		}
		client = guests.Network(network)
	}
	out, err := c.write(ctx, in.OrderID, in.Mutation.asking("hold-timeslot", in.Body), func(b basket.Basket, pc basket.PricingContext) (basket.Basket, []table.Op, error) {
		if !in.Body.ASAP {
			if err := api.CheckTime(in.Body.Start, pc.Now, "/start"); err != nil {
				return b, nil, err
			}
		}
		previous, err := c.previousHold(ctx, b, pc)
		if err != nil {
			return b, nil, err
		}
		return b.HoldTime(ctx, c.table, pc, client, in.Body.Start, in.Body.ASAP, previous)
	})
	switch {
	case err == nil:
		telemetry.Count(ctx, telemetry.HoldsTaken)
	case problem.Is(err, problem.TimeslotFull):
		telemetry.Count(ctx, telemetry.HoldsRefused)
	case problem.Is(err, problem.TooManyHolds):
		telemetry.Count(ctx, telemetry.HoldsBounded)
	}
	return out, err
}

// previousHold returns the basket that b replaces, if it still holds a timeslot of a location that exists; nil otherwise.
func (c *Cart) previousHold(ctx context.Context, b basket.Basket, pc basket.PricingContext) (*basket.PreviousHold, error) {
	if b.TakesOverFrom() == "" {
		return nil, nil
	}
	old, err := basket.Load(ctx, c.table, b.TakesOverFrom())
	if problem.Is(err, problem.BasketNotFound) || err == nil && (old.Changeable() != nil || !old.Hold.Alive(pc.Now)) {
		return nil, nil
	}
	if err == nil && old.LocationID != b.LocationID {
		pc, err = c.contexts.Load(ctx, old.LocationID)
		if problem.Is(err, problem.LocationNotFound) {
			return nil, nil // the location is gone: the hold there expires
		}
	}
	if err != nil {
		return nil, err
	}
	return &basket.PreviousHold{Basket: old, Context: pc}, nil
}

func (c *Cart) release(ctx context.Context, in *releaseInput) (*basketOutput, error) {
	return c.write(ctx, in.OrderID, in.Mutation.asking("release-timeslot"), func(b basket.Basket, pc basket.PricingContext) (basket.Basket, []table.Op, error) {
		return b.ReleaseTime(ctx, c.table, pc)
	})
}
