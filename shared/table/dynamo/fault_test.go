package dynamo_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go/middleware"
	"gotest.tools/v3/assert"

	"ordering/shared/table"
	"ordering/shared/table/dynamo"
)

// interceptor handles a request: it calls next or returns a result itself.
type interceptor func(ctx context.Context, in any, next func() (any, error)) (any, error)

// intercepted returns the client with f around each request.
func intercepted(client *dynamodb.Client, f interceptor) *dynamodb.Client {
	around := middleware.InitializeMiddlewareFunc("intercepted", func(
		ctx context.Context, in middleware.InitializeInput, next middleware.InitializeHandler,
	) (out middleware.InitializeOutput, metadata middleware.Metadata, err error) {
		out.Result, err = f(ctx, in.Parameters, func() (any, error) {
			answer, meta, err := next.HandleInitialize(ctx, in)
			metadata = meta
			return answer.Result, err
		})
		return out, metadata, err
	})
	add := func(s *middleware.Stack) error { return s.Initialize.Add(around, middleware.Before) }
	return dynamodb.New(client.Options(), func(o *dynamodb.Options) { o.APIOptions = append(o.APIOptions, add) })
}

// requestFault is what happens to one request.
type requestFault struct {
	before error  // the request is not executed
	after  error  // the request is executed, its response is lost
	then   func() // runs after the request, before its result is returned
}

var lostResponse = &net.OpError{Op: "read", Net: "tcp", Err: errors.New("connection reset by peer")}

// faulty returns a client that applies the requestFault faultOf returns for each request. Requests are numbered from 0.
func faulty(client *dynamodb.Client, faultOf func(n int) requestFault) *dynamodb.Client {
	var requests atomic.Int64
	return intercepted(client, func(_ context.Context, _ any, next func() (any, error)) (any, error) {
		ft := faultOf(int(requests.Add(1)) - 1)
		if ft.before != nil {
			return nil, ft.before
		}
		out, err := next()
		if ft.then != nil {
			ft.then()
		}
		if ft.after != nil {
			return nil, ft.after
		}
		return out, err
	})
}

func at(sk string) table.Key { return table.Key{PK: "p", SK: sk} }

func doc(sk, data string) table.Item { return table.Item{Key: at(sk), Data: []byte(data)} }

// testLostResponses checks on DynamoDB Local that each kind of write happens exactly once if its response is lost.
func testLostResponses(t *testing.T, client *dynamodb.Client, fresh func(testing.TB) string) {
	soon := time.Now().Add(time.Hour).Truncate(time.Second)
	cases := map[string]struct {
		ops  []table.Op
		want []table.Item // version 0: absent
	}{
		"Put":                   {[]table.Op{table.Put(doc("new", "x"))}, []table.Item{{Key: at("new"), Version: 1}}},
		"Put over":              {[]table.Op{table.Put(doc("old", "x"))}, []table.Item{{Key: at("old"), Version: 2}}},
		"Put over expired":      {[]table.Op{table.Put(doc("expired", "x"))}, []table.Item{{Key: at("expired"), Version: 1}}},
		"Create":                {[]table.Op{table.Create(doc("new", "x"))}, []table.Item{{Key: at("new"), Version: 1}}},
		"Create with an expiry": {[]table.Op{table.Create(table.Item{Key: at("new"), Expires: soon})}, []table.Item{{Key: at("new"), Version: 1}}},
		"Replace":               {[]table.Op{table.Replace(doc("old", "x"), 1)}, []table.Item{{Key: at("old"), Version: 2}}},
		"Delete":                {[]table.Op{table.Delete(at("old"), 0)}, []table.Item{{Key: at("old")}}},
		"Delete at version":     {[]table.Op{table.Delete(at("old"), 1)}, []table.Item{{Key: at("old")}}},
		"Add":                   {[]table.Op{table.Add(at("new"), 1, 0, 5)}, []table.Item{{Key: at("new"), Version: 1, Count: 1}}},
		"Add to":                {[]table.Op{table.Add(at("old"), 1, 0, 5)}, []table.Item{{Key: at("old"), Version: 2, Count: 1}}},
		"Add to expired":        {[]table.Op{table.Add(at("expired"), 1, 0, 5)}, []table.Item{{Key: at("expired"), Version: 1, Count: 1}}},
		"set": {
			[]table.Op{table.Create(doc("new", "x")), table.Replace(doc("old", "y"), 1), table.Add(at("expired"), 1, 0, 1)},
			[]table.Item{{Key: at("new"), Version: 1}, {Key: at("old"), Version: 2}, {Key: at("expired"), Version: 1, Count: 1}},
		},
	}
	for name, c := range cases {
		for lostAt := range 3 { // the first response; that to the second request, if there is one; all of the first three
			t.Run(fmt.Sprint(name, " ", lostAt), func(t *testing.T) {
				plain := dynamo.New(client, fresh(t), time.Now)
				expired := table.Item{Key: at("expired"), Expires: time.Unix(1000, 0), Count: 3}
				err := plain.Write(t.Context(), table.Create(doc("old", "o")), table.Create(expired))
				assert.NilError(t, err)
				lossy := plain.With(faulty(client, func(n int) requestFault {
					if n == lostAt || lostAt == 2 && n < 3 {
						return requestFault{after: lostResponse}
					}
					return requestFault{}
				})).WithoutPauses()
				assert.NilError(t, lossy.Write(t.Context(), c.ops...))
				for _, want := range c.want {
					got, err := plain.Get(t.Context(), want.Key)
					if want.Version == 0 && errors.Is(err, table.ErrNotFound) {
						continue
					}
					if err != nil || got.Version != want.Version || got.Count != want.Count {
						t.Errorf("%s: version %d, count %d, want %d, %d (%v)", want.Key, got.Version, got.Count, want.Version, want.Count, err)
					}
				}
			})
		}
	}
}

// testLostRaces covers writes of another client between a lost response and the retry.
func testLostRaces(t *testing.T, client *dynamodb.Client, fresh func(testing.TB) string) {
	lostOnce := func(plain *dynamo.Store, ft requestFault) *dynamo.Store {
		return plain.With(faulty(client, func(n int) requestFault {
			if n == 0 {
				return ft
			}
			return requestFault{}
		})).WithoutPauses()
	}
	t.Run("a request that never arrived conflicts with another write", func(t *testing.T) {
		plain := dynamo.New(client, fresh(t), time.Now)
		must(t, plain.Write(t.Context(), table.Create(doc("a", "one"))))
		must(t, plain.Write(t.Context(), table.Replace(doc("a", "other"), 1)))
		err := lostOnce(plain, requestFault{before: lostResponse}).Write(t.Context(), table.Replace(doc("a", "mine"), 1))
		assert.Assert(t, table.Failed(err, at("a")), "got %v, want a conflict", err)
	})
	t.Run("a write that another one has overwritten is not a conflict", func(t *testing.T) {
		plain := dynamo.New(client, fresh(t), time.Now)
		must(t, plain.Write(t.Context(), table.Create(doc("a", "one"))))
		err := lostOnce(plain, requestFault{after: lostResponse, then: func() {
			must(t, plain.Write(t.Context(), table.Replace(doc("a", "other"), 2)))
		}}).Write(t.Context(), table.Replace(doc("a", "mine"), 1))
		assert.ErrorIs(t, err, table.ErrUnavailable)
	})
	t.Run("an Add is applied once although another Add follows", func(t *testing.T) {
		plain := dynamo.New(client, fresh(t), time.Now)
		must(t, lostOnce(plain, requestFault{after: lostResponse, then: func() {
			must(t, plain.Write(t.Context(), table.Add(at("a"), 1, 0, 9)))
		}}).Write(t.Context(), table.Add(at("a"), 1, 0, 9)))
		i, err := plain.Get(t.Context(), at("a"))
		assert.NilError(t, err)
		assert.Equal(t, i.Count, int64(2))
	})
	t.Run("a sixth of all tries lost, 200 in parallel", func(t *testing.T) {
		const top = 120
		plain := dynamo.New(client, fresh(t), time.Now)
		random := rand.New(rand.NewPCG(35, 1))
		lossy := plain.With(faulty(client, func(int) requestFault { // called without a lock: serialise the draws
			randomMutex.Lock()
			defer randomMutex.Unlock()
			switch random.IntN(12) {
			case 0:
				return requestFault{before: lostResponse}
			case 1:
				return requestFault{after: lostResponse}
			}
			return requestFault{}
		}))
		var all sync.WaitGroup
		var mu sync.Mutex
		admitted := map[int]bool{}
		for n := range 200 {
			all.Go(func() {
				err := lossy.Write(t.Context(), table.Add(at("places"), 1, 0, top), table.Create(doc(fmt.Sprint("guest ", n), "")))
				assert.Check(t, err == nil || table.Failed(err, at("places")), "guest %d: %v", n, err)
				mu.Lock()
				defer mu.Unlock()
				if err == nil {
					admitted[n] = true
				}
			})
		}
		all.Wait()
		i, err := plain.Get(t.Context(), at("places"))
		assert.NilError(t, err)
		assert.Assert(t, i.Count == top && len(admitted) == top, "%d %d %d", i.Count, len(admitted), top)
		for n := range admitted {
			_, err := plain.Get(t.Context(), at(fmt.Sprint("guest ", n)))
			assert.Check(t, err, n)
		}
	})
}

var randomMutex sync.Mutex

func must(t testing.TB, err error) {
	t.Helper()
	assert.NilError(t, err)
}

// broken returns a client that ends each request with the error of answer, called with the number of the request from
// 0. A nil error is an empty response.
func broken(answer func(ctx context.Context, n int) error) (*dynamodb.Client, *atomic.Int64) {
	var requests atomic.Int64
	client := dynamo.NewClient(func(string) string { return "none" })
	return intercepted(client, func(ctx context.Context, in any, _ func() (any, error)) (any, error) {
		err := answer(ctx, int(requests.Add(1))-1)
		switch in.(type) {
		case *dynamodb.GetItemInput:
			return &dynamodb.GetItemOutput{}, err
		case *dynamodb.QueryInput:
			return &dynamodb.QueryOutput{}, err
		case *dynamodb.PutItemInput:
			return &dynamodb.PutItemOutput{}, err
		}
		return &dynamodb.TransactWriteItemsOutput{}, err
	}), &requests
}

// caller calls an operation of the engine.
type caller = func(context.Context, *dynamo.Store) error

// calls are the engine's operations; "set" is a Write of several.
var calls = map[string]caller{
	"Get": func(ctx context.Context, s *dynamo.Store) error { _, err := s.Get(ctx, at("a")); return err },
	"Query": func(ctx context.Context, s *dynamo.Store) error {
		_, err := s.Query(ctx, table.Query{PK: "p"})
		return err
	},
	"Write": func(ctx context.Context, s *dynamo.Store) error { return s.Write(ctx, table.Create(doc("a", "x"))) },
	"set": func(ctx context.Context, s *dynamo.Store) error {
		return s.Write(ctx, table.Create(doc("a", "x")), table.Create(doc("b", "x")))
	},
}

// eachCall checks each operation. Pauses pass at once.
func eachCall(t *testing.T, name string, check func(t *testing.T, call caller)) {
	for kind, call := range calls {
		t.Run(name+" "+kind, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { check(t, call) })
		})
	}
}

func TestRetriesAreBounded(t *testing.T) {
	collision := &types.TransactionCanceledException{CancellationReasons: []types.CancellationReason{
		{Code: aws.String("None")}, {Code: aws.String("TransactionConflict")},
	}}
	for name, c := range map[string]struct {
		answer error
		tries  int
	}{
		"no connection":                          {&net.OpError{Op: "dial", Net: "tcp", Err: errors.New("connection refused")}, dynamo.Tries},
		"a lost response":                        {lostResponse, dynamo.Tries},
		"a server error":                         {&types.InternalServerError{}, dynamo.Tries},
		"a throttle":                             {&types.ProvisionedThroughputExceededException{}, dynamo.Tries},
		"too many requests":                      {&types.RequestLimitExceeded{}, dynamo.Tries},
		"a transaction conflict":                 {collision, dynamo.Tries},
		"a single item in another's transaction": {&types.TransactionConflictException{}, dynamo.Tries},
		"no such table":                          {&types.ResourceNotFoundException{}, 1},
	} {
		eachCall(t, name, func(t *testing.T, call caller) {
			client, requests := broken(func(context.Context, int) error { return c.answer })
			err := call(t.Context(), dynamo.New(client, "table", time.Now))
			assert.ErrorIs(t, err, table.ErrUnavailable)
			assert.ErrorIs(t, err, c.answer)
			assert.Equal(t, int(requests.Load()), c.tries)
		})
	}
}

func TestTransientErrorsAreRetried(t *testing.T) {
	eachCall(t, "", func(t *testing.T, call caller) {
		client, _ := broken(func(_ context.Context, n int) error {
			if n < dynamo.Tries-1 {
				return &types.ProvisionedThroughputExceededException{}
			}
			return nil
		})
		err := call(t.Context(), dynamo.New(client, "table", time.Now))
		assert.Check(t, err == nil || errors.Is(err, table.ErrNotFound), "got %v, want the result of the last try", err)
	})
}

func TestSlowStoreTimesOut(t *testing.T) {
	eachCall(t, "", func(t *testing.T, call caller) {
		client, _ := broken(func(ctx context.Context, _ int) error {
			<-ctx.Done()
			return ctx.Err()
		})
		start := time.Now() // the bubble's time
		err := call(t.Context(), dynamo.New(client, "table", time.Now))
		assert.ErrorIs(t, err, table.ErrUnavailable)
		waited := time.Since(start)
		assert.Assert(t, waited <= 10*time.Second, "failed after %s", waited)
	})
}

func TestEndedContextStopsTheRetries(t *testing.T) {
	eachCall(t, "", func(t *testing.T, call caller) {
		ctx, cancel := context.WithCancel(t.Context())
		client, requests := broken(func(context.Context, int) error {
			cancel()
			return lostResponse
		})
		assert.ErrorIs(t, call(ctx, dynamo.New(client, "table", time.Now)), context.Canceled)
		assert.Equal(t, requests.Load(), int64(1))
	})
}

// An endpoint that refuses connections, through the real client.
func TestUnreachableEndpoint(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	address := l.Addr().String()
	l.Close()
	client := dynamo.NewClient(func(name string) string {
		return map[string]string{
			"AWS_REGION": "us-east-1", "AWS_ACCESS_KEY_ID": "x", "AWS_SECRET_ACCESS_KEY": "x", "AWS_ENDPOINT_URL_DYNAMODB": "http://" + address,
		}[name]
	})
	for kind, call := range calls {
		err := call(t.Context(), dynamo.New(client, "table", time.Now).WithoutPauses())
		if !errors.Is(err, table.ErrUnavailable) || !strings.Contains(err.Error(), "connection refused") {
			t.Errorf("%s: got %v, want ErrUnavailable with its cause", kind, err)
		}
	}
}

// Only the engine retries: the SDK does not distinguish a lost response from a throttle.
func TestClientDoesNotRetry(t *testing.T) {
	var requests atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		requests.Add(1)
		w.WriteHeader(http.StatusInternalServerError)
	}))
	defer server.Close()
	env := map[string]string{"AWS_ENDPOINT_URL_DYNAMODB": server.URL}
	client := dynamo.NewClient(func(name string) string { return env[name] })
	_, err := dynamo.New(client, "table", time.Now).WithoutPauses().Get(t.Context(), at("a"))
	n := requests.Load()
	assert.Assert(t, n == dynamo.Tries, "%d requests, want %d (%v)", n, dynamo.Tries, err)
}
