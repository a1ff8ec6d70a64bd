import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { compareAnswers, readAnswers } from './compare.js'

/**
 * `npm run same-answers [test files…]`: the server's tests on SQLite twice and on the EventStoreDB double, every answer compared.
 * Exit code 1 where a run fails or an answer differs.
 */
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
const wanted = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'forgefold-answers-'))
const RUNS = [
  ['once', 'sqlite'],
  ['again', 'sqlite'],
  ['other', 'eventstoredb'],
] as const

/** Tests of several servers, of crashes and of commands open the stores they are about themselves. */
const OTHERS = [
  'storm',
  '*cluster',
  'takeover',
  'made-once',
  'revocation',
  'on-eventstoredb',
  'same-answers',
  'other-history',
  '*crash*',
  'cli/*',
]
const exclusions = OTHERS.map((name) => `--exclude=spec/test/server/**/${name}.test.ts`)

const run = (name: string, store: string): boolean => {
  console.log(`— the tests on ${store} (${name})`)
  const args = [
    vitest,
    'run',
    '--reporter=dot',
    ...(wanted.length === 0 ? ['spec/test/server', ...exclusions] : wanted),
  ]
  const env = { ...process.env, FORGEFOLD_TEST_STORE: store, FORGEFOLD_RECORD_ANSWERS: join(folder, name) }
  return spawnSync(process.execPath, args, { stdio: 'inherit', env }).status === 0
}

let good = true
try {
  for (const [name, store] of RUNS) good = run(name, store) && good
  const [one, again, other] = RUNS.map(([name]) => readAnswers(join(folder, name)))
  if (one === undefined || again === undefined || other === undefined) throw new Error('a run left nothing')
  const { same, differences, unsteady } = compareAnswers(one, again, other)
  for (const place of unsteady) console.log(`unsteady  ${place}`)
  for (const { test, asked, expected, got } of differences)
    console.log(
      `differs   ${test}\n  ${asked}\n  SQLite:       ${JSON.stringify(expected)}\n  EventStoreDB: ${JSON.stringify(got)}`,
    )
  console.log(
    `${one.size} tests: ${same} answers the same, ${differences.length} different, ${unsteady.length} not the same twice on SQLite`,
  )
  good &&= differences.length === 0
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = good ? 0 : 1
