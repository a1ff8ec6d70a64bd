/**
 * `npm test`: installs what is missing, then builds, lints, checks the architecture and runs every test.
 * Arguments go to vitest. The last line is `N passed, N failed`; build, lint, check and the pages on parameters count as one each.
 * A skipped test is printed with its name; where CI is set it counts as failed.
 * Temporary files of the tests are in memory where there is room.
 * Where `FORGEFOLD_TEST_COSTS` names a file, a line of JSON is added to it for each test file: its processor seconds.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkPrerequisites } from './prerequisites.mjs'
import { buildServer, install, run, runTool } from './workspace.mjs'

checkPrerequisites()
install()

const QUIET = { TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1', TURBO_NO_UPDATE_NOTIFIER: '1' }
let passed = 0
let failed = 0

const stage = (name) => {
  const ok = runTool('turbo/bin/turbo', ['run', name, '--ui=stream', '--output-logs=new-only'], QUIET) === 0
  if (ok) passed += 1
  else failed += 1
  return ok
}

const finish = () => {
  console.log(`${passed} passed, ${failed} failed`)
  process.exit(failed === 0 ? 0 : 1)
}

const testsOf = (report) =>
  report.testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({ fullName, status })),
  )

const someTests = process.argv.slice(2)

const vitest = (output, env) => {
  const options = ['--reporter=default', '--reporter=json', `--outputFile.json=${output}`]
  const status = runTool('vitest/vitest.mjs', ['run', ...options, ...someTests], env)
  const tests = testsOf(JSON.parse(readFileSync(output, 'utf8')))
  const skipped = tests.filter((test) => test.status !== 'passed' && test.status !== 'failed')
  for (const { fullName } of skipped) console.log(`skipped: ${fullName}`)
  const broken = tests.filter((test) => test.status === 'failed').length
  passed += tests.filter((test) => test.status === 'passed').length
  // A file that does not load, or an error outside a test, fails the run without failing a test.
  failed += status !== 0 && broken === 0 ? 1 : broken
  if (skipped.length > 0 && process.env.CI) {
    console.error(`${skipped.length} skipped tests count as failed where CI is set`)
    failed += skipped.length
  }
}

/** What was sent is known when every test has run. */
const checkParameters = (heard) => {
  if (run(process.execPath, ['spec/dist/parameters/check.js', heard]) === 0) passed += 1
  else failed += 1
}

/** A file system in memory that most systems with a Linux kernel have; containers give it little room, and some let no program run in it. */
const IN_MEMORY = '/dev/shm'

/** More than the temporary files of all tests take at a time. */
const ROOM = 8 * 1024 ** 3

const remove = (folder) => rmSync(folder, { recursive: true, force: true })

const runsPrograms = (folder) => {
  const program = join(folder, 'program')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 })
  return spawnSync(program).status === 0
}

/** A folder for temporary files in memory, so that tests do not wait for the disk; undefined where there is no place for it. */
const folderInMemory = () => {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    if (bavail * bsize < ROOM || freemem() < ROOM) return undefined
    const folder = mkdtempSync(join(IN_MEMORY, 'forgefold-'))
    // Some tests run programs as another user, who has to find the folders below.
    chmodSync(folder, 0o711)
    if (runsPrograms(folder)) return folder
    remove(folder)
  } catch {
    // No such system, or not for us.
  }
  return undefined
}

if (!stage('build')) finish()
stage('lint')
stage('check')
const folder = mkdtempSync(join(tmpdir(), 'forgefold-test-'))
const inMemory = folderInMemory()
try {
  const heard = join(folder, 'heard')
  // Some hundred servers are started, each in an eighth of the time if it is bundled; for a few tests the bundle is not worth its making.
  const program = someTests.length === 0 ? { FORGEFOLD_TEST_PROGRAM: await buildServer() } : {}
  const packed = { FORGEFOLD_TEST_PACKED: join(folder, 'packed') }
  const temporary = inMemory === undefined ? {} : { TMPDIR: inMemory }
  vitest(join(folder, 'report.json'), { FORGEFOLD_HEARD_PARAMETERS: heard, ...packed, ...program, ...temporary })
  if (someTests.length === 0) checkParameters(heard)
} catch (error) {
  console.error(`vitest left no report: ${error.message}`)
  failed += 1
} finally {
  remove(folder)
  if (inMemory !== undefined) remove(inMemory)
}
finish()
