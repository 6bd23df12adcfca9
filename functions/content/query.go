package content

import (
	"context"

	"ordering/functions/api"
	"ordering/shared/content"
	"ordering/shared/locale"
	"ordering/shared/problem"
)

// postsAPage is how many posts a page of the blog lists.
const postsAPage = 6

// postPage is a page of the blog's list.
type postPage struct {
	Items []content.Post `json:"items"`
	Page  int            `json:"page"`
	Pages int            `json:"pages"`
	Total int            `json:"total"`
}

// post is a post with its neighbours.
type post struct {
	content.Post
	Next     *content.Post `json:"next"`
	Previous *content.Post `json:"previous"`
}

// rootsOver are the fields of Query. What they give is told field by field.
func rootsOver(store *content.Store) map[string]root {
	// of is a field of an edition: of what the brand of the call says to readers of the locale.
	of := func(tell func(e *content.Edition, arguments map[string]any) any) root {
		return func(ctx context.Context, arguments map[string]any) (any, error) {
			l := locale.Locale(arguments["locale"].(string))
			if _, ok := content.Written(l); !ok {
				return nil, problem.New(problem.Invalid).With(problem.Finding(problem.Invalid, "/variables/locale"))
			}
			e, err := store.Get(ctx, api.Brand(ctx).ID, l)
			if err != nil {
				return nil, err
			}
			return tell(e, arguments), nil
		}
	}
	return map[string]root{
		// Of a brand the schema has the record of specification §1, and no more.
		"brand":      func(ctx context.Context, _ map[string]any) (any, error) { return api.Brand(ctx), nil },
		"countries":  func(ctx context.Context, _ map[string]any) (any, error) { return api.Brand(ctx).Countries, nil },
		"navigation": of(func(e *content.Edition, _ map[string]any) any { return e.Navigation }),
		"footer":     of(func(e *content.Edition, _ map[string]any) any { return e.Footer }),
		"pages":      of(func(e *content.Edition, _ map[string]any) any { return e.Pages }),
		"promos":     of(func(e *content.Edition, _ map[string]any) any { return e.Promos }),
		"page": of(func(e *content.Edition, arguments map[string]any) any {
			page, _ := e.Page(arguments["slug"].(string))
			return page
		}),
		"posts": of(func(e *content.Edition, arguments map[string]any) any {
			page, _ := arguments["page"].(int64) // null asks for none
			return listed(e.Posts, page)
		}),
		"post": of(func(e *content.Edition, arguments map[string]any) any {
			found, newer, older, ok := e.Post(arguments["slug"].(string))
			if !ok {
				return (*post)(nil)
			}
			return &post{*found, newer, older}
		}),
	}
}

// listed is a page of the posts; without items when there is no such page.
func listed(posts []content.Post, page int64) postPage {
	p := postPage{Page: int(page), Pages: (len(posts) + postsAPage - 1) / postsAPage, Total: len(posts)}
	if p.Page >= 1 && p.Page <= p.Pages {
		p.Items = posts[(p.Page-1)*postsAPage : min(p.Page*postsAPage, len(posts))]
	}
	return p
}
