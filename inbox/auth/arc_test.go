package auth

import "testing"

// A letter through a list is vouched for by the seals of those who are named, and by nobody else's.
func TestJudgeChain(t *testing.T) {
	const holds = "mx.example.org; dmarc=fail header.from=example.com; arc=pass smtp.remote-ip=192.0.2.1"
	seal := func(set, sealer string) string {
		return "i=" + set + "; a=rsa-sha256; t=1; cv=none; d=" + sealer + "; s=one; b=aaaa"
	}
	result := func(set, says string) string { return "i=" + set + "; mx.list.example; " + says }
	const pass, fail = "dmarc=pass header.from=example.com", "dmarc=fail header.from=example.com"
	one := Chain{[]string{seal("1", "list.example")}, []string{result("1", pass)}}
	two := Chain{[]string{seal("2", "provider.example"), seal("1", "list.example")}, []string{result("2", fail), result("1", pass)}}
	list, both := []string{"List.example"}, []string{"list.example", "provider.example"}
	for name, c := range map[string]struct {
		headers []string
		chain   Chain
		sealers []string
		want    Trust
	}{
		"a named sealer":            {[]string{holds}, one, list, Proved},
		"nobody is named":           {[]string{holds}, one, nil, Unproved},
		"another is named":          {[]string{holds}, one, []string{"example.com"}, Unproved},
		"a domain below":            {[]string{holds}, Chain{[]string{seal("1", "evil.list.example")}, one.Results}, list, Unproved},
		"two, both named":           {[]string{holds}, two, both, Proved},
		"the last is not named":     {[]string{holds}, two, list, Unproved},
		"the sealer found a forger": {[]string{holds}, Chain{one.Seals, []string{result("1", fail)}}, list, Unproved},
		"of another's domain":       {[]string{holds}, Chain{one.Seals, []string{result("1", "dmarc=pass header.from=evil.example")}}, list, Unproved},
		"the chain is broken":       {[]string{"mx.example.org; arc=fail"}, one, list, Unproved},
		"our server says nothing":   {[]string{"mx.example.org; dmarc=fail header.from=example.com"}, one, list, Unproved},
		"another server's word":     {[]string{"mx.evil.example; arc=pass"}, one, list, Unproved},
		"twice, and differently":    {[]string{"mx.example.org; arc=pass; arc=fail"}, one, list, Unproved},
		"a set is missing":          {[]string{holds}, Chain{[]string{seal("2", "list.example")}, []string{result("2", pass)}}, list, Unproved},
		"a set comes twice":         {[]string{holds}, Chain{[]string{seal("1", "list.example"), seal("1", "list.example")}, []string{result("1", pass), result("2", pass)}}, list, Unproved},
		"results without a seal":    {[]string{holds}, Chain{nil, []string{result("1", pass)}}, list, Unproved},
		"broken results":            {[]string{holds}, Chain{one.Seals, []string{"i=1; mx.list.example; dmarc=pass header.from=example.com (open"}}, list, Unproved},
	} {
		if got := JudgeChain(c.headers, "mx.example.org", c.chain, c.sealers, "ana@example.com"); got != c.want {
			t.Errorf("%s: %s", name, got)
		}
	}
	if JudgeChain([]string{holds}, "", one, list, "ana@example.com") != Unproved {
		t.Error("proved without a server that vouches")
	}
}
