package loyalty

import (
	"context"

	"ordering/shared/problem"
)

func (l *Loyalty) given(ctx context.Context, in *rewardsInput) (*rewardsOutput, error) {
	out := new(rewardsOutput)
	out.Body.Rewards = []Given{}
	_, err := l.program()
	return out, err
}

func (l *Loyalty) achievements(ctx context.Context, in *rewardsInput) (*achievementsOutput, error) {
	out := new(achievementsOutput)
	out.Body.Achievements = []Achievement{}
	_, err := l.program()
	return out, err
}

func (l *Loyalty) mystery(ctx context.Context, _ *struct{}) (*mysteryOutput, error) {
	return nil, problem.New(problem.NotFound)
}

func (l *Loyalty) open(ctx context.Context, in *openInput) (*openOutput, error) {
	return nil, problem.New(problem.RewardNotFound)
}
