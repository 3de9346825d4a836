/**
 * Holds the log, its time stamps, a receipt and a file of evidence against tools that nobody here wrote: `openssl ts`, Go's
 * Merkle verifier, a JOSE library of Python and veraPDF. Prints `N passed, N failed` alone on its last line, and a line
 * that begins with `skipped:` for each that this machine cannot have.
 */

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { jwsSigner } from '../../shared/adapters/signer.ts';
import { timeStampsAt } from '../../shared/adapters/time-stamps.ts';
import { TimeStampVerifier } from '../../shared/core/receipt/time-stamp.ts';
import { ReceiptVerifier } from '../../shared/core/receipt/verifier.ts';
import { evidenceForPeople } from '../../shared/doors/http/receipt.ts';
import { logNights } from '../../shared/operations/log-nights.ts';
import { closeBrowser, printHtml } from '../../shared/rendering/chromium/print-html.ts';
import { writeTextPdf } from '../../shared/rendering/text/write-pdf.ts';
import { type LogProof, logProofOf } from '../../shared/usecases/log/log-proof.ts';
import { showEvidence } from '../../shared/usecases/receipts/show-evidence.ts';
import { htmlOf } from '../bench/documents.ts';
import { endAll, run } from '../deployed/processes.ts';
import { memoryDeps } from '../support/fakes/deps.ts';
import { jobOf, sold } from '../support/fakes/orders.ts';
import { readerIn, signingKey } from '../support/receipts.ts';
import { papers } from '../support/rendering/papers.ts';
import { newReport, within } from './report.ts';

process.once('exit', endAll);
const inTime = within(420, async () => {});
const folder = await mkdtemp(join(tmpdir(), 'proof-'));
const at = (name: string) => join(folder, name);
const report = newReport();
const skipped: string[] = [];
const tool = (command: string, args: readonly string[], env = {}) =>
  run(command, [...args], { ...process.env, ...env });
const has = (command: string, ...args: readonly string[]) =>
  tool(command, args).then(
    () => true,
    () => false,
  );

/** A certificate for time stamps that signs itself, and an authority that answers by it. */
async function authority() {
  const settings = `[req]\ndistinguished_name=dn\n[dn]\n[ext]\nextendedKeyUsage=critical,timeStamping\nkeyUsage=critical,digitalSignature\n[tsa]\ndefault_tsa=t
[t]\nserial=${at('serial')}\nsigner_digest=sha256\ndefault_policy=1.2.3.4.1\ndigests=sha256\n`;
  await writeFile(at('tsa.cnf'), settings);
  const made = [
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    at('tsa.key'),
    '-out',
    at('tsa.pem'),
    '-days',
    '9',
  ];
  await tool('openssl', [
    'req',
    ...made,
    '-subj',
    '/CN=Example Time Stamps',
    '-config',
    at('tsa.cnf'),
    '-extensions',
    'ext',
  ]);
  const server = createServer(async (request, response) => {
    await writeFile(at('query.tsq'), await buffer(request));
    const by = ['-signer', at('tsa.pem'), '-inkey', at('tsa.key')];
    await tool('openssl', [
      'ts',
      '-reply',
      '-config',
      at('tsa.cnf'),
      '-queryfile',
      at('query.tsq'),
      ...by,
      '-out',
      at('reply.tsr'),
    ]);
    response.end(await readFile(at('reply.tsr')));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
}

const stamping = (await has('openssl', 'version')) ? await authority() : undefined;
if (stamping === undefined) skipped.push('skipped: time stamps: openssl is not there');
const signer = jwsSigner(signingKey().privateJwk);
const deps = Object.assign(memoryDeps(), { signer, timeStamps: stamping && timeStampsAt(stamping.url) });
const ids: string[] = [];
for (const orders of [5, 8]) {
  for (let each = 0; each < orders; each += 1) ids.push(await sold(deps));
  await deps.clock.wind(24 * 60 * 60_000);
  await logNights(deps, Number.MAX_SAFE_INTEGER);
}
// A machine that is busy may have let the authority wait: the next call asks again.
await logNights(deps, Number.MAX_SAFE_INTEGER);
const id = ids.at(-1) ?? '';
const proof = (await logProofOf(deps, await jobOf(deps, id))) as LogProof;
const evidence = await showEvidence(deps, await jobOf(deps, id), 'https://mail.example.com/v1');
stamping?.close();
const keys = async () => (await signer.publicKeys()).keys;
const html = await printHtml(htmlOf(60), papers.letter);
if (!html.ok) throw new Error(html.problem);
await closeBrowser();
const lines = [[{ text: 'Dear Ada ✓', xPt: 72, baselinePt: 300 }]];
const text = await writeTextPdf({ paper: papers.letter, pages: lines, marks: [] }, { title: 'Letter' });
/** Files of evidence by how the pages of their documents got into them. */
const files = {
  'pages that a browser printed': { document: html.pdf },
  'pages of text, and a signature as a picture': { document: text, signature: text },
  'pages of another program as pictures': { document: text, isOwn: false },
};
for (const [index, change] of Object.values(files).entries()) {
  const { body = '' } = await evidenceForPeople({ ...evidence, ...change }, readerIn('en'));
  await writeFile(at(`evidence-${index}.pdf`), Buffer.from(body, 'base64'));
}
await writeFile(at('proof.json'), JSON.stringify(proof));
await writeFile(at('head.jws'), proof.head);
await writeFile(at('leaf'), `${proof.salt}\n${proof.receipt}`);
await writeFile(at('keys.json'), JSON.stringify(await signer.publicKeys()));

if (stamping !== undefined) {
  await writeFile(at('head.tsr'), Buffer.from(proof.time_stamp ?? '', 'base64'));
  const stamped = typeof evidence.stamp === 'object' ? evidence.stamp : undefined;
  await writeFile(at('receipt.jws'), stamped?.receipt ?? '');
  await writeFile(at('receipt.tsr'), stamped?.answer ?? '');
  await report.check(
    'our own verifier finds the time stamps of the receipt and of the head, by whom it is told',
    async () => {
      const verdict = await new ReceiptVerifier(keys, new TimeStampVerifier()).verify(
        new Uint8Array(await readFile(at('evidence-0.pdf'))),
      );
      if (verdict.kind !== 'genuine') throw new Error(verdict.kind);
      const told = [verdict.own, verdict.log].map(({ stamp, stamped }) => `${stamp} ${stamped?.authority}`);
      if (told.some((each) => each !== 'stamped Example Time Stamps')) throw new Error(told.join());
    },
  );
  const verifying = (data: string, answer: string) => {
    const by = ['-in', at(answer), '-CAfile', at('tsa.pem')];
    return ['ts', '-verify', '-data', at(data), ...by];
  };
  for (const name of ['head', 'receipt']) {
    await report.check(`openssl verifies the time stamp of the ${name}`, () =>
      tool('openssl', verifying(`${name}.jws`, `${name}.tsr`)).then(() => {}),
    );
    await report.check('and not that of other bytes', async () => {
      if (await has('openssl', ...verifying('leaf', `${name}.tsr`))) throw new Error('it is verified');
    });
  }
}

const goCode = `package main
import ("encoding/base64";"encoding/json";"os";"strings";"github.com/transparency-dev/merkle/proof";"github.com/transparency-dev/merkle/rfc6962")
func must(e error) { if e != nil { panic(e) } }
func b(s string) []byte { r, e := base64.StdEncoding.DecodeString(s); must(e); return r }
func all(s []string) [][]byte { r := [][]byte{}; for _, x := range s { r = append(r, b(x)) }; return r }
func main() {
  var p struct { Head string; Leaf_index uint64; Path []string }
  text, e := os.ReadFile("proof.json"); must(e); must(json.Unmarshal(text, &p))
  payload, e := base64.RawURLEncoding.DecodeString(strings.Split(p.Head, ".")[1]); must(e)
  var h struct { Tree_size uint64; Root_hash string; Consistency []string; Previous struct { Tree_size uint64; Root_hash string } }
  must(json.Unmarshal(payload, &h))
  leaf, e := os.ReadFile("leaf"); must(e)
  t := rfc6962.DefaultHasher
  must(proof.VerifyInclusion(t, p.Leaf_index, h.Tree_size, t.HashLeaf(leaf), all(p.Path), b(h.Root_hash)))
  must(proof.VerifyConsistency(t, h.Previous.Tree_size, h.Tree_size, all(h.Consistency), b(h.Previous.Root_hash), b(h.Root_hash)))
  if proof.VerifyInclusion(t, p.Leaf_index, h.Tree_size, t.HashLeaf(append(leaf, 'x')), all(p.Path), b(h.Root_hash)) == nil { panic("another leaf is included") }
}
`;
await writeFile(at('main.go'), goCode);
await writeFile(at('go.mod'), 'module judge\ngo 1.22\nrequire github.com/transparency-dev/merkle v0.0.2\n');
const inGo = (...args: readonly string[]) => tool('go', ['-C', folder, ...args], { GOFLAGS: '-mod=mod' });
if (
  await inGo('build', '-o', at('judge'), '.').then(
    () => true,
    () => false,
  )
)
  await report.check('Go’s Merkle verifier finds inclusion and consistency', () =>
    tool('sh', ['-c', `cd '${folder}' && ./judge`]).then(() => {}),
  );
else skipped.push('skipped: the Merkle verifier: Go or its module proxy is not there');

const pythonCode = `import json,sys
from joserfc import jws
from joserfc.jwk import KeySet
keys = KeySet.import_key_set(json.load(open('keys.json')))
proof = json.load(open('proof.json'))
for text, typ in ((proof['receipt'], 'receipt+jws'), (proof['head'], 'log-head+jws')):
    assert jws.deserialize_compact(text, keys, algorithms=['EdDSA', 'Ed25519']).headers()['typ'] == typ
head, payload, mark = proof['receipt'].split('.')
try:
    jws.deserialize_compact(head + '.' + payload[:-4] + 'AAAA.' + mark, keys, algorithms=['EdDSA', 'Ed25519'])
except Exception: sys.exit(0)
sys.exit('a changed receipt is genuine')
`;
await writeFile(at('judge.py'), pythonCode);
const installed =
  (await has('python3', '-m', 'venv', at('venv'))) &&
  (await has(at('venv/bin/pip'), 'install', '-q', 'joserfc==1.1.0', 'cryptography'));
if (installed)
  await report.check('a JOSE library of Python verifies receipt and head', () =>
    tool('sh', ['-c', `cd '${folder}' && venv/bin/python judge.py`]).then(() => {}),
  );
else skipped.push('skipped: the JOSE library: Python or its registry is not there');

const javaCode = `import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.*; import org.verapdf.pdfa.flavours.PDFAFlavour; import org.verapdf.pdfa.results.*;
public class V { public static void main(String[] a) throws Exception {
  VeraGreenfieldFoundryProvider.initialise(); PDFAFlavour f = PDFAFlavour.fromString("3b");
  try (PDFAParser p = Foundries.defaultInstance().createParser(new java.io.FileInputStream(a[0]), f)) {
    ValidationResult r = Foundries.defaultInstance().createValidator(f, false).validate(p);
    for (TestAssertion t : r.getTestAssertions()) System.err.println(t.getRuleId() + " " + t.getMessage());
    System.exit(r.isCompliant() ? 0 : 1); } } }
`;
await writeFile(at('V.java'), javaCode);
await writeFile(
  at('pom.xml'),
  '<project><modelVersion>4.0.0</modelVersion><groupId>x</groupId><artifactId>x</artifactId><version>1</version><dependencies><dependency><groupId>org.verapdf</groupId><artifactId>validation-model</artifactId><version>1.26.1</version></dependency></dependencies></project>',
);
const plugin = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:build-classpath';
if (await has('mvn', '-q', '-B', '-f', at('pom.xml'), plugin, `-Dmdep.outputFile=${at('classpath')}`))
  for (const [index, name] of Object.keys(files).entries())
    await report.check(`veraPDF takes ${name} for PDF/A-3b`, async () => {
      await tool('java', ['-cp', await readFile(at('classpath'), 'utf8'), at('V.java'), at(`evidence-${index}.pdf`)]);
    });
else skipped.push('skipped: veraPDF: Java, Maven or its registry is not there');

await rm(folder, { recursive: true, force: true });
inTime();
for (const line of skipped) console.log(line);
process.exitCode = report.close() || skipped.length === 4 ? 0 : 1;
