package runtimeapi_test

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"io"
	"io/fs"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/functions"
	"ordering/functions/notify"
	"ordering/functions/publish"
	"ordering/infra/harness/journey"
	"ordering/infra/harness/runtimeapi"
	"ordering/infra/local/simulators/payments"
	"ordering/infra/seed/importer"
	"ordering/shared/aws/lambdahttp"
	"ordering/shared/table/dynamo"
	"ordering/shared/table/dynamo/dynamotest"
	"ordering/shared/webhook"
)

// deployed is the system with each function as its bootstrap, on DynamoDB Local, with substitutes for AWS: authorizer and routes, stream,
// parameter store, SES, event bus; Stripe at its own address, and a kitchen.
type deployed struct {
	*testing.T
	ctx       context.Context
	store     *dynamo.Store
	endpoint  string // of DynamoDB Local
	around    *httptest.Server
	proxy     *httptest.Server // the functions' proxy to Stripe
	authority string           // file with the certificate authority of the local Stripe
	functions map[string]*process
	guest     *journey.Guest
	bank      *httptest.Server
	stream    *stream

	mu        sync.Mutex
	mails     []string // request bodies sent to SES
	kitchen   []notify.KitchenMessage
	published []publish.Event
	desk      []notify.DeskMessage
	objects   map[string]string // of buckets, by path
}

// process is a running function.
type process struct {
	functions.Function
	mu   sync.Mutex
	api  *runtimeapi.API
	proc *runtimeapi.Process
}

const (
	gateKey       = "key-of-the-front"
	site          = "https://order.example"
	kitchenSecret = "a secret of this kitchen alone"
	deskSecret    = "a secret of this helpdesk alone"
	stripeSecret  = "whsec_of_this_stripe_alone"
)

var secrets = map[functions.Secret]string{
	functions.StripeSecretKey: payments.SecretKey, functions.GuestSecret: "what guests are named after here", functions.KitchenSecrets: kitchenSecret,
	functions.StripeWebhookSecret: stripeSecret, functions.DeskSecrets: deskSecret, functions.CodesSecret: "what codes are derived from here",
}

// deploy starts the system and imports the files into its table; nil leaves the table empty.
func deploy(t *testing.T, files fs.FS) *deployed {
	t.Helper()
	if _, err := bootstraps(); err != nil { // compiles the functions, so it is not part of the time limit
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	t.Cleanup(cancel)
	client := dynamotest.Start(t)
	d := &deployed{T: t, ctx: ctx, endpoint: *client.Options().BaseEndpoint, functions: map[string]*process{}, objects: map[string]string{}}
	const name = "ordering-test"
	dynamotest.CreateTable(t, client, name)
	d.store = dynamo.New(client, name, time.Now)
	if files != nil {
		assert.NilError(t, importer.Seed(ctx, d.store, 0, files, time.Now, importer.Seeded))
	}
	updated, err := client.UpdateTable(ctx, &dynamodb.UpdateTableInput{TableName: new(name), StreamSpecification: &types.StreamSpecification{
		StreamEnabled: new(true), StreamViewType: types.StreamViewTypeNewAndOldImages,
	}})
	assert.NilError(t, err)
	d.stream = &stream{ctx: ctx, endpoint: d.endpoint, arn: *updated.TableDescription.LatestStreamArn}
	d.around = httptest.NewServer(http.HandlerFunc(d.aws))
	t.Cleanup(d.around.Close)
	d.newStripe()
	for _, f := range functions.All() {
		d.start(f)
	}
	d.guest = &journey.Guest{TB: t, API: d.api(), Provider: d.bank.URL + payments.Prefix, ProviderKey: payments.PublishableKey}
	return d
}

// start starts a function with the environment that the stack sets by the manifest, and nothing else.
func (d *deployed) start(f functions.Function) {
	dir, err := bootstraps()
	assert.NilError(d, err)
	api, err := runtimeapi.New()
	assert.NilError(d, err)
	d.Cleanup(api.Close)
	// DynamoDB Local keeps a database for each access key.
	env := []string{"AWS_ACCESS_KEY_ID=local", "AWS_SECRET_ACCESS_KEY=local", "SERVICE=ordering-test", "FUNCTION=" + f.Name, "HTTPS_PROXY=" + d.proxy.URL, "SSL_CERT_FILE=" + d.authority}
	add := func(when bool, one string) {
		if when {
			env = append(env, one)
		}
	}
	add(!f.Table.None(), "TABLE=ordering-test")
	add(!f.Table.None(), "AWS_ENDPOINT_URL_DYNAMODB="+d.endpoint)
	add(len(f.Secrets) > 0, "SECRETS_PATH=/ordering-test/")
	add(len(f.Secrets) > 0, "AWS_ENDPOINT_URL_SSM="+d.around.URL+"/ssm/"+f.Name)
	add(f.Mail, "AWS_ENDPOINT_URL_SESV2="+d.around.URL+"/ses")
	add(f.Events, "EVENT_BUS=ordering-test")
	add(f.Events, "AWS_ENDPOINT_URL_EVENTBRIDGE="+d.around.URL+"/bus")
	add(len(f.Assets) > 0, "ASSETS=assets")
	add(f.Files || f.ErasesFiles, "FORM_FILES=files")
	add(f.Files || f.ErasesFiles, "AWS_ENDPOINT_URL_S3="+d.around.URL+"/s3/files")
	add(f.Gate, "ORIGIN_KEYS="+gateKey)
	known := map[functions.Setting]string{
		functions.SiteURL: site, functions.KitchenURL: d.around.URL + "/kitchen", functions.StripePublishableKey: payments.PublishableKey,
		functions.Social: "{}", functions.DeskURL: d.around.URL + "/desk",
	}
	for _, s := range f.Settings {
		env = append(env, string(s)+"="+known[s])
	}
	p := &process{Function: f, api: api}
	if p.proc, err = api.Start(d.ctx, filepath.Join(dir, f.Name), env...); err != nil {
		d.Fatal(err)
	}
	d.Cleanup(p.proc.Kill)
	d.functions[f.Name] = p
}

// invoke sends an event to a function and returns its answer.
func (d *deployed) invoke(name string, event []byte) []byte {
	d.Helper()
	p := d.functions[name]
	p.mu.Lock()
	defer p.mu.Unlock()
	p.api.Put(event, time.Now().Add(time.Duration(p.Timeout)*time.Second))
	answer, err := p.api.Answer(d.ctx)
	if err != nil || answer.Failed {
		d.Fatalf("%s: %v %s\n%s", name, err, answer.Body, p.proc.Log())
	}
	return answer.Body
}

// api is API Gateway: it calls the authorizer for each call, then the function of the route.
func (d *deployed) api() http.Handler {
	routes := http.NewServeMux()
	for _, f := range functions.All() {
		for _, op := range f.Operations {
			routes.HandleFunc(op.Route(), func(w http.ResponseWriter, r *http.Request) {
				gate := d.invoke("origin", []byte(`{"version":"2.0","headers":{"x-origin-key":"`+gateKey+`"}}`))
				if !bytes.Contains(gate, []byte(`"isAuthorized":true`)) || bytes.Contains(gate, []byte(lambdahttp.Refused)) {
					d.Error("the origin check rejects a request that came through CloudFront")
				}
				event, err := journey.Event(r, "203.0.113.7", "request-of-the-guest")
				assert.NilError(d, err)
				raw, _ := json.Marshal(event) // it was decoded from JSON
				var answer events.APIGatewayV2HTTPResponse
				assert.NilError(d, json.Unmarshal(d.invoke(f.Name, raw), &answer))
				journey.Write(w, answer)
			})
		}
	}
	return routes
}

// aws serves the functions' AWS calls except for the table, and the kitchen.
func (d *deployed) aws(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	d.mu.Lock()
	defer d.mu.Unlock()
	switch service, rest, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/"); service {
	case "ssm":
		f := d.functions[strings.TrimSuffix(rest, "/")]
		var ask struct{ Names []string }
		_ = json.Unmarshal(body, &ask)
		var answer struct{ Parameters []map[string]string }
		for _, name := range ask.Names {
			secret := functions.Secret(path.Base(name))
			if !slices.Contains(f.Secrets, secret) || name != "/ordering-test/"+string(secret) {
				d.Errorf("%s requests the unknown parameter %s", f.Name, name)
			}
			answer.Parameters = append(answer.Parameters, map[string]string{"Name": name, "Value": secrets[secret]})
		}
		_ = json.NewEncoder(w).Encode(answer)
	case "ses":
		d.mails = append(d.mails, string(body))
		_, _ = io.WriteString(w, `{"MessageId":"1"}`)
	case "bus":
		var put struct{ Entries []struct{ Detail string } }
		_ = json.Unmarshal(body, &put)
		for _, entry := range put.Entries {
			var e publish.Event
			assert.Check(d, json.Unmarshal([]byte(entry.Detail), &e))
			d.published = append(d.published, e)
		}
		_, _ = io.WriteString(w, `{"FailedEntryCount":0,"Entries":[{"EventId":"1"}]}`)
	case "kitchen":
		if err := (webhook.Secrets{[]byte(kitchenSecret)}).Verify(r.Header.Get(webhook.KitchenHeader), body, time.Now()); err != nil {
			d.Errorf("the kitchen was sent a message with a bad signature: %v", err)
		}
		var m notify.KitchenMessage
		assert.Check(d, json.Unmarshal(body, &m))
		d.kitchen = append(d.kitchen, m)
	case "desk":
		assert.Check(d, (webhook.Secrets{[]byte(deskSecret)}).Verify(r.Header.Get(webhook.DeskHeader), body, time.Now()))
		var m notify.DeskMessage
		assert.Check(d, json.Unmarshal(body, &m))
		d.desk = append(d.desk, m)
	case "s3":
		if source := r.Header.Get("X-Amz-Copy-Source"); source != "" {
			body = []byte(d.objects[source])
			_, _ = io.WriteString(w, "<CopyObjectResult/>")
		}
		assert.Check(d, is.Equal(r.Method, http.MethodPut))
		d.objects["/"+rest] = string(body)
	default:
		d.Errorf("unexpected call of %s", r.URL.Path)
	}
}

// newStripe serves the sandbox at https://api.stripe.com through a proxy, with a certificate of an authority that only these processes
// trust.
func (d *deployed) newStripe() {
	ledger, err := payments.Open(filepath.Join(d.TempDir(), "payments.db"), time.Now)
	assert.NilError(d, err)
	d.Cleanup(func() { _ = ledger.Close() })
	ledger.Site = site
	d.bank = httptest.NewServer(ledger)
	d.Cleanup(d.bank.Close)
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	assert.NilError(d, err)
	of := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{"api.stripe.com"}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true}
	certificate, err := x509.CreateCertificate(rand.Reader, of, of, &key.PublicKey, key)
	assert.NilError(d, err)
	d.authority = filepath.Join(d.TempDir(), "authority.pem")
	assert.NilError(d, os.WriteFile(d.authority, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certificate}), 0o600))
	stripe := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.URL.Path = payments.Prefix + r.URL.Path
		ledger.ServeHTTP(w, r)
	}))
	stripe.TLS = &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{certificate}, PrivateKey: key}}}
	stripe.StartTLS()
	d.Cleanup(stripe.Close)
	d.proxy = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodConnect || r.Host != "api.stripe.com:443" {
			d.Errorf("unexpected call of a function: %s %s", r.Method, r.Host)
			w.WriteHeader(http.StatusForbidden)
			return
		}
		to, err := net.Dial("tcp", stripe.Listener.Addr().String())
		if err != nil {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		w.WriteHeader(http.StatusOK)
		from, buffered, err := http.NewResponseController(w).Hijack()
		if err != nil {
			d.Error(err)
			return
		}
		go func() { _, _ = io.Copy(to, buffered); to.Close() }()
		_, _ = io.Copy(from, to)
		from.Close()
	}))
	d.Cleanup(d.proxy.CloseClientConnections)
}
