package notify

import "strconv"

// Fonts and colours of the mails. Mail readers know neither style sheets nor properties: each element carries its own. The brand's
// stand in braces: the colour {primary} with {edge} under it, the {stage} that food stands on and the shadows of food still to come on it,
// the font {poster} of headings and the font {text}.
const (
	headline trusted = `{poster},'Arial Black',Arial,sans-serif`
	anchor   trusted = `style="color:{primary};font-weight:700"`
	heading  trusted = `<!doctype html>
<html lang="[]">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<meta name="supported-color-schemes" content="light">
<title>[]</title>
<style>
  @media (min-width: 520px) {
    .big { font-size: 88px !important }
    .side { padding-left: 40px !important; padding-right: 40px !important }
    .burger { width: 240px !important }
  }
  a:focus-visible { outline: 3px solid #1c120e; outline-offset: 3px }
</style>
</head>
<body style="margin:0;padding:0;background:#f9ead0;color:#1c120e;font:16px/1.5 {text},-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">[]</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse;max-width:640px;margin:0 auto;background:#fffaf0">
  <tr><td class="side" style="background:{primary};padding:18px 20px;color:{stage};font:900 26px/1.1 ` + headline + `">[]</td></tr>
  <tr><td class="side" style="background:{stage};padding:28px 20px 0">
    <h1 style="margin:0;font:900 24px/1.15 ` + headline + `">[]
      <span class="big" style="display:block;font-size:60px;line-height:1.05;white-space:nowrap">[]</span></h1>
    <p style="margin:12px 0 28px;font-size:18px;font-weight:700">[]</p>`
)

// html lays the letter out for a reader that shows pages. What comes from outside is escaped.
func (l letter) html() string {
	m := markup{paint: painter(l.Colours, l.Fonts)}
	m.add(heading, l.Lang, l.Subject, l.Preview, l.Brand, l.Title, l.Big, l.Line)
	if len(l.Layers) > 0 {
		m.drawing(l.Layers)
	}
	m.add(`
  </td></tr>
  <tr><td style="height:10px;line-height:10px;font-size:1px;background:#1c120e">&nbsp;</td></tr>
  <tr><td class="side" style="padding:24px 20px 0">`)
	for _, note := range l.Notes {
		m.add(`
    <p style="margin:0 0 16px">[]</p>`, note)
	}
	m.facts(l.Facts)
	m.add(`
  </td></tr>
  <tr><td class="side" style="padding:28px 20px">
    <a href="[]" style="display:inline-block;padding:14px 26px;border-radius:24px 24px 10px 10px;border-bottom:4px solid {edge};background:{primary};color:#ffffff;font:900 17px/1.2 `+headline+`;text-decoration:none">[]</a>`,
		link(l.ButtonURL), l.Button)
	if l.CancelURL != "" {
		m.add(`
    <p style="margin:20px 0 0">[] <a href="[]" `+anchor+`>[]</a></p>`, l.Say("change"), link(l.CancelURL), l.Say("cancel"))
	}
	m.add(`
  </td></tr>`)
	if l.Ticket != nil {
		m.ticket(l.Say("your-order"), l.Ticket)
	}
	m.add(`
  <tr><td class="side" style="background:#1c120e;color:#cdb9a3;padding:22px 20px;font-size:14px">[]</td></tr>
</table>
</body>
</html>
`, l.Why)
	return m.String()
}

// shadows are the colours of what is missing, by turns.
var shadows = [...]trusted{"{shadow}", "{other-shadow}"}

func (m *markup) drawing(layers []layer) {
	m.add(`
    <table role="presentation" class="burger" align="center" cellpadding="0" cellspacing="0" style="border-collapse:separate;width:200px;margin:0 auto">`)
	for i, layer := range layers {
		if layer.Missing {
			layer.Colour = shadows[i%len(shadows)]
		}
		if len(layer.Sticks) > 0 {
			m.sticks(layer)
			continue
		}
		m.add(`
      <tr><td><div style="width:[]%;height:[]px;margin:0 auto;border-radius:`+layer.Corners+`;background:`+layer.Colour+`"></div></td></tr>`,
			strconv.Itoa(layer.Width), strconv.Itoa(layer.Height))
	}
	m.add(`
    </table>`)
}

// sticks are fries, in a paper that the next layer is.
func (m *markup) sticks(l layer) {
	if !l.Missing {
		l.Colour = "#ffab1f"
	}
	m.add(`
      <tr><td><table role="presentation" align="center" cellpadding="0" cellspacing="1" style="margin:0 auto"><tr>`)
	for _, height := range l.Sticks {
		m.add(`<td valign="bottom"><div style="width:13px;height:[]px;border-radius:3px 3px 0 0;background:`+l.Colour+`"></div></td>`, strconv.Itoa(height))
	}
	m.add(`</tr></table></td></tr>`)
}

func (m *markup) facts(facts []fact) {
	m.add(`
    <table width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse;border-top:3px solid #1c120e">`)
	for _, f := range facts {
		m.add(`
      <tr>
        <th scope="row" align="left" valign="top" style="padding:11px 16px 11px 0;border-bottom:1px solid #dcc9a9;font-weight:700;white-space:nowrap">[]</th>
        <td valign="top" style="padding:11px 0;border-bottom:1px solid #dcc9a9">`, f.Label)
		if f.URL != "" && f.LinkText == "" {
			m.add(`<a href="[]" `+anchor+`>[]</a>`, link(f.URL), f.Text)
		} else {
			m.add(`[]`, f.Text)
		}
		for _, line := range f.Lines {
			m.add(`<br>[]`, line)
		}
		if f.LinkText != "" {
			m.add(`<br><a href="[]" `+anchor+`>[]</a>`, link(f.URL), f.LinkText)
		}
		m.add(`</td>
      </tr>`)
	}
	m.add(`
    </table>`)
}

func (m *markup) ticket(caption string, t *ticket) {
	m.add(`
  <tr><td class="side" style="background:#f9ead0;padding:28px 20px">
    <table width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse;background:#ffffff">
      <caption style="padding:14px 18px;background:{primary};color:#ffffff;text-align:left;font:900 19px/1.2 `+headline+`">[]</caption>`, caption)
	for _, line := range t.Lines {
		m.add(`
      <tr>
        <td valign="top" style="padding:13px 0 13px 18px;border-bottom:1px solid {primary};width:28px;font-weight:700;font-variant-numeric:tabular-nums">[]</td>
        <td valign="top" style="padding:13px 8px;border-bottom:1px solid {primary}"><strong>[]</strong>`, line.Quantity, line.Label)
		for _, detail := range line.Details {
			m.add(`<div style="padding-left:[]px;color:#65544a;font-size:14px">[]</div>`, strconv.Itoa(16*detail.Inside), detail.Text)
		}
		m.add(`</td>
        <td valign="top" align="right" style="padding:13px 18px 13px 0;border-bottom:1px solid {primary};white-space:nowrap;font-variant-numeric:tabular-nums">[]</td>
      </tr>`, line.Price)
	}
	for _, asked := range t.Asked {
		m.add(`
      <tr><td colspan="3" style="padding:11px 18px;border-bottom:1px solid {primary};color:#65544a">[]</td></tr>`, asked)
	}
	for _, s := range t.Sums {
		m.add(`
      <tr>
        <td colspan="2" valign="top" style="padding:9px 8px 0 18px">[]</td>
        <td valign="top" align="right" style="padding:9px 18px 0 0;white-space:nowrap;font-variant-numeric:tabular-nums">[]</td>
      </tr>`, s.Label, s.Amount)
		if s.Note != "" {
			m.add(`
      <tr><td colspan="3" style="padding:0 18px;color:#65544a;font-size:14px">[]</td></tr>`, s.Note)
		}
	}
	m.add(`
      <tr><td colspan="3" style="padding:14px 18px 0"><div style="border-top:3px solid #1c120e;height:1px;line-height:1px;font-size:1px">&nbsp;</div></td></tr>
      <tr>
        <td colspan="2" style="padding:4px 8px 0 18px;font-weight:700">[]</td>
        <td align="right" style="padding:4px 18px 0 0;white-space:nowrap;font:900 24px/1.2 `+headline+`">[]</td>
      </tr>
      <tr><td colspan="3" style="padding:4px 18px 16px;color:#65544a">[]</td></tr>
      <tr><td colspan="3" align="center" style="padding:16px 18px;border-top:1px solid {primary};color:{primary};font:900 18px/1.2 `+headline+`">[]</td></tr>
    </table>
  </td></tr>`, t.TotalLabel, t.Total, t.Paid, t.Thanks)
}
