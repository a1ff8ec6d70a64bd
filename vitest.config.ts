import { defineConfig } from 'vitest/config'

/** What is set up before every test file where the environment has the variable. */
const SET_UP = [
  ['FAST_CHECK_SEED', 'spec/test/seed.ts'],
  ['FORGEFOLD_RECORD_ANSWERS', 'spec/test/record-answers.ts'],
  ['FORGEFOLD_HEARD_PARAMETERS', 'spec/test/hear-parameters.ts'],
] as const

/** For what hangs, not for what is slow: no test has a time of its own, for a machine may have ten times as much to do as it can. */
const LONGEST_MS = 300_000

/** How long `expect.poll` waits for what is to come. */
const LONGEST_WAIT_MS = 60_000

/** Tests of what keeps nothing in its process, and close what they open: files that run in one process, one after the other, load everything once. */
const SHARED_FOLDERS = [
  'core',
  'adapters/{blobs,cron,crypto,event-store,markdown,memory,outbound,patterns,read-model,tar,zip}',
  'server/{api,auth,composition,http,limits,oauth,openapi,operations,qr}',
]

/** In those folders, files that kill servers, start other programs' clients, watch their process, or are long enough to go beside others. */
const OF_THEIR_OWN = [
  '*-client',
  '*-clients',
  'agreement',
  'client-calls',
  'crash',
  'hidden-things',
  'kill',
  'long-history',
  'overload',
  'uncaught-errors',
]

const SHARED = SHARED_FOLDERS.map((folder) => `spec/test/${folder}/**/!(${OF_THEIR_OWN.join('|')}).test.ts`)

/**
 * Tests import the packages by name and so run against what was built: Node loads `dist` itself, nothing is transformed.
 * Two workers suit two cores. Files that are not SHARED have a process each: they measure it, or load native parts in their own way.
 * `--mode storm` runs the long tests instead.
 */
export default defineConfig(({ mode }) => {
  const isStorm = mode === 'storm'
  const every = [isStorm ? 'spec/storm/**/*.storm.ts' : 'spec/test/**/*.test.ts']
  const alone = { name: 'alone', include: every, exclude: SHARED, isolate: true, sequence: { groupOrder: 1 } }
  const shared = { name: 'shared', include: SHARED, isolate: false, sequence: { groupOrder: 0 } }
  return {
    test: {
      projects: (isStorm ? [alone] : [shared, alone]).map((test) => ({ extends: true as const, test })),
      setupFiles: SET_UP.filter(([name]) => process.env[name] !== undefined).map(([, file]) => file),
      pool: 'forks',
      maxWorkers: 2,
      testTimeout: isStorm ? 600_000 : LONGEST_MS,
      hookTimeout: LONGEST_MS,
      expect: { poll: { timeout: LONGEST_WAIT_MS } },
      teardownTimeout: 10_000,
      passWithNoTests: isStorm,
      server: { deps: { external: [/\/dist\//, /\/node_modules\//] } },
    },
  }
})
