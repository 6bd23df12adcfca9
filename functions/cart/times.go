package cart

import (
	"context"

	"ordering/functions/api"
	"ordering/shared/basket"
	"ordering/shared/basket/shown"
	"ordering/shared/problem"
	"ordering/shared/table"
	"ordering/shared/timeslot"
)

func (c *Cart) times(ctx context.Context, in *timesInput) (*timesOutput, error) {
	b, shop, err := c.load(ctx, in.OrderID)
	if err != nil {
		return nil, err
	}
	times, err := b.Times(ctx, c.table, shop, in.Date)
	if err != nil {
		return nil, err
	}
	out := &timesOutput{}
	out.Body.Days = times.Days
	out.Body.Day = Day{Date: times.Date, Slots: make([]TimeLeft, len(times.Day))}
	if times.ASAP != nil {
		slot := wireSlot(*times.ASAP)
		slot.ASAP = true
		out.Body.ASAP = &slot
	}
	for i, left := range times.Day {
		out.Body.Day.Slots[i] = TimeLeft{Timeslot: wireSlot(left.Slot), Full: left.Full}
	}
	return out, nil
}

func wireSlot(s timeslot.Slot) shown.Timeslot { return shown.Timeslot{Start: s.Start, End: s.End} }

func (c *Cart) hold(ctx context.Context, in *holdInput) (*basketOutput, error) {
	if !in.Body.ASAP && in.Body.Start.IsZero() {
		return nil, problem.New(problem.TimeslotMissing)
	}
	return c.write(ctx, in.OrderID, in.Mutation, func(b basket.Basket, s basket.Shop) (basket.Basket, []table.Op, error) {
		if !in.Body.ASAP {
			if err := api.Soon(in.Body.Start, s.Now, "/start"); err != nil {
				return b, nil, err
			}
		}
		return b.HoldTime(ctx, c.table, s, in.Body.Start, in.Body.ASAP)
	})
}

func (c *Cart) release(ctx context.Context, in *releaseInput) (*basketOutput, error) {
	return c.write(ctx, in.OrderID, in.Mutation, func(b basket.Basket, s basket.Shop) (basket.Basket, []table.Op, error) {
		return b.ReleaseTime(ctx, c.table, s)
	})
}
