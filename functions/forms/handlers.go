package forms

import (
	"context"

	"ordering/functions/api"
	"ordering/shared/form"
	"ordering/shared/locale"
)

func (f *Forms) token(ctx context.Context, _ *struct{}) (out *tokenOutput, err error) {
	out = new(tokenOutput)
	out.Body.Token, err = f.service.Tokens().New(ctx)
	out.Body.Wait = int(form.Wait.Seconds())
	return out, err
}

// network returns the pseudonym of the caller's network, or "" if it is not known.
func (f *Forms) network(ctx context.Context) (string, error) {
	address := api.Network(ctx)
	if address == "" {
		return "", nil
	}
	guests, err := f.service.Guests.Current(ctx)
	if err != nil {
		return "", err
	}
	return guests.Network(address), nil
}

func (f *Forms) send(k form.Kind) func(context.Context, *sendInput) (*receiptOutput, error) {
	return func(ctx context.Context, in *sendInput) (*receiptOutput, error) {
		network, err := f.network(ctx)
		if err != nil {
			return nil, err
		}
		r, err := f.service.Send(ctx, form.Request{
			Kind: k, Entry: in.Body.Entry, Token: in.Body.Token, Website: in.Body.Website, Key: in.IdempotencyKey,
			Locale: locale.Parse(in.Language, locale.Abroad...), Country: api.Country(ctx), Network: network,
		})
		if err != nil {
			return nil, err
		}
		return &receiptOutput{r}, nil
	}
}

func (f *Forms) contest(context.Context, *struct{}) (*contestOutput, error) {
	if !f.service.ContestOpen() {
		return new(contestOutput), nil
	}
	c := f.brand.Contest
	return &contestOutput{ContestRules{Open: true, Closes: &c.Closes, MinAge: c.MinAge, Countries: c.Countries, Regions: c.Regions}}, nil
}

func (f *Forms) sendCode(ctx context.Context, in *caseInput) (*struct{}, error) {
	return nil, f.service.SendCode(ctx, in.Case)
}

func (f *Forms) verify(ctx context.Context, in *verifyInput) (*receiptOutput, error) {
	r, err := f.service.Verify(ctx, in.Case, in.Body.Code)
	if err != nil {
		return nil, err
	}
	return &receiptOutput{r}, nil
}
