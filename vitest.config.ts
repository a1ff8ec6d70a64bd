import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What is set up before every test file where the environment has the variable. */
const SET_UP = [
  ['FAST_CHECK_SEED', 'spec/test/seed.ts'],
  ['FORGEFOLD_RECORD_ANSWERS', 'spec/test/record-answers.ts'],
  ['FORGEFOLD_HEARD_PARAMETERS', 'spec/test/hear-parameters.ts'],
  ['FORGEFOLD_TEST_COSTS', 'spec/test/measure-costs.ts'],
] as const

/** V8 optimises what is used eight times as often as usual. That of Node 22 counts calls instead, and Node refuses an option that V8 does not know. */
const OPTIMISED_LATER = process.versions.v8.startsWith('11.') ? ['--interrupt-budget=540000'] : []

/** For processes that use most code a few times. Garbage is collected without threads, which would take a processor from the other worker. */
const SHORT_LIVED = [...OPTIMISED_LATER, '--single-threaded-gc']

/** Large pages for what C allocates, SQLite above all: a process that starts git copies its table of pages, and git throws the copy away. */
const LARGE_PAGES = { GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1' }

/** For what hangs, not for what is slow: no test has a time of its own, for a machine may have ten times as much to do as it can. */
const LONGEST_MS = 300_000

/** How long `expect.poll` waits for what is to come. */
const LONGEST_WAIT_MS = 60_000

/**
 * Files that have a process each: they measure it or how long it keeps others waiting, look for programs in another `PATH`, hold its timers,
 * watch its sockets and warnings, end threads in every way, or use the gRPC client with faults. All others run one after the other in one
 * process for each worker, which loads everything once; they keep nothing in it and close what they open.
 */
const ALONE = [
  'adapters/{eventstoredb,workers}/**/*',
  'adapters/git/{kept-open,output-cache}',
  'server/api/packages/helm',
  'server/api/review/merge-requests/very-many-closed',
  'server/http/{many-parameters,very-many-values}',
  'server/operations/uncaught-errors',
  'server/testing/{forks,start-forge}',
  'server/transport/{hostile,unread-answers}',
  'server/start-up',
  'spec/{cost,eventstoredb-double,programs,same-answers}/*',
].map((files) => `spec/test/${files}.test.ts`)

/** The longest files, with the programs that they start, in their order: begun last, one worker would work on one of them while the other has nothing left. */
const LONGEST = [
  'server/audit/blame-of-everything',
  'server/as-of/random-commands',
  'server/releases/same-history',
  'spec/packages/published',
  'server/access/roles',
  'server/request-life/request-life',
  'server/hostile/routes',
  // Uses what the other has packed.
  'spec/packages/consumer',
  'adapters/git/git-repositories',
  'server/hostile/many-values',
  'server/api/hidden-things/hidden-things',
  'server/access/credentials',
].map((file) => `/spec/test/${file}.test.ts`)

const placeOf = ({ moduleId }: TestSpecification): number => LONGEST.findIndex((file) => moduleId.endsWith(file))

/** The order of vitest, which knows how long files took before but on a fresh clone not how long they will take. */
class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const ordered = await super.sort(files)
    const long = ordered.filter((file) => placeOf(file) >= 0).toSorted((a, b) => placeOf(a) - placeOf(b))
    return [...long, ...ordered.filter((file) => placeOf(file) < 0)]
  }
}

/** A run in random order has the sequencer of vitest. */
const isShuffled = process.argv.some((argument) => argument.startsWith('--sequence.shuffle'))

/**
 * Tests import the packages by name and so run against what was built: Node loads `dist` itself, nothing is transformed.
 * Two workers suit two cores.
 * `--mode storm` runs the long tests instead.
 */
export default defineConfig(({ mode }) => {
  const isStorm = mode === 'storm'
  const setupFiles = SET_UP.filter(([name]) => process.env[name] !== undefined).map(([, file]) => file)
  const alone = {
    name: 'alone',
    include: isStorm ? ['spec/storm/**/*.storm.ts'] : ALONE,
    isolate: true,
    setupFiles,
  }
  const shared = {
    name: 'shared',
    include: ['spec/test/**/*.test.ts'],
    exclude: ALONE,
    isolate: false,
    execArgv: SHORT_LIVED,
    env: LARGE_PAGES,
    setupFiles: ['spec/test/own-memory.ts', ...setupFiles],
  }
  return {
    test: {
      projects: (isStorm ? [alone] : [shared, alone]).map((test) => ({ extends: true as const, test })),
      pool: 'forks',
      maxWorkers: 2,
      ...(isShuffled ? {} : { sequence: { sequencer: LongestFirst } }),
      testTimeout: isStorm ? 600_000 : LONGEST_MS,
      hookTimeout: LONGEST_MS,
      expect: { poll: { timeout: LONGEST_WAIT_MS } },
      teardownTimeout: 10_000,
      passWithNoTests: isStorm,
      server: { deps: { external: [/\/dist\//, /\/node_modules\//] } },
    },
  }
})
