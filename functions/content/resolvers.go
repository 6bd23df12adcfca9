package content

import (
	"context"

	"ordering/functions/api/graphql"
	"ordering/shared/brand"
	"ordering/shared/content"
	"ordering/shared/locale"
	"ordering/shared/problem"
)

// postsPerPage is how many posts a page of the blog lists.
const postsPerPage = 6

// postPage is a page of the list of posts.
type postPage struct {
	Items []content.Post
	Page  int
	Pages int
	Total int
}

// post is a post with its neighbours.
type post struct {
	content.Post
	Next, Previous *content.Post
}

// resolversOf returns the resolvers of the fields of Query.
func resolversOf(store *content.Store, own brand.Brand) map[string]graphql.Resolver {
	// of resolves a field from the content of the brand in the language of the locale.
	of := func(value func(e *content.Edition, arguments map[string]any) any) graphql.Resolver {
		return func(ctx context.Context, arguments map[string]any) (any, error) {
			l := locale.Locale(arguments["locale"].(string))
			if _, ok := content.Written(l); !ok {
				return nil, problem.New(problem.Invalid).With(problem.Finding(problem.Invalid, "/variables/locale"))
			}
			e, err := store.Get(ctx, own.ID, l)
			if err != nil {
				return nil, err
			}
			return value(e, arguments), nil
		}
	}
	return map[string]graphql.Resolver{
		// The schema limits a brand to the record of specification §1.
		"brand":      func(context.Context, map[string]any) (any, error) { return own, nil },
		"countries":  func(context.Context, map[string]any) (any, error) { return own.Countries, nil },
		"navigation": of(func(e *content.Edition, _ map[string]any) any { return e.Navigation }),
		"footer":     of(func(e *content.Edition, _ map[string]any) any { return e.Footer }),
		"pages":      of(func(e *content.Edition, _ map[string]any) any { return e.Pages }),
		"promos":     of(func(e *content.Edition, _ map[string]any) any { return e.Promos }),
		"page": of(func(e *content.Edition, arguments map[string]any) any {
			page, _ := e.Page(arguments["slug"].(string))
			return page
		}),
		"posts": of(func(e *content.Edition, arguments map[string]any) any {
			page, _ := arguments["page"].(int64) // 0 for null
			return pageOf(e.Posts, int(page))
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

// pageOf returns a page of the posts. It has no items if the page does not exist.
func pageOf(posts []content.Post, page int) postPage {
	p := postPage{Page: page, Pages: (len(posts) + postsPerPage - 1) / postsPerPage, Total: len(posts)}
	if page >= 1 && page <= p.Pages {
		p.Items = posts[(page-1)*postsPerPage : min(page*postsPerPage, len(posts))]
	}
	return p
}
