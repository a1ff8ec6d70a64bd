import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStage, type Stage } from './stage.js'

let stage: Stage
beforeAll(async () => {
  // A defect in a reactor would end the test: the instance throws it.
  stage = await openStage()
})
afterAll(() => stage.instance.close())

const deep = (count: number): string => `${'{a: '.repeat(count)}1${'}'.repeat(count)}`

const FILES: ReadonlyArray<readonly [what: string, text: string]> = [
  ['nothing', ''],
  ['no YAML', '{{{'],
  ['a word', 'word'],
  ['a list', '[a, b]'],
  ['words that every object knows', 'toString: { script: x }\n__proto__: { script: y }\nconstructor: { script: z }\n'],
  [
    'hashes for words',
    'a: { script: { toString: 1, valueOf: 2 }, stage: { a: 1 }, when: { b: 2 }, needs: [{ job: { c: 3 } }] }\n',
  ],
  [
    'hashes for variables',
    'variables: { A: { value: { toString: 1 } }, B: [1] }\na: { script: x, environment: $A$B$constructor }\n',
  ],
  ['a circle of anchors', 'a: &a { script: x, variables: *a }\n'],
  ['needs in a circle', 'a: { script: x, needs: [b] }\nb: { script: x, needs: [a] }\n'],
  ['variables in a circle', 'variables: { A: $B, B: $A }\na: { script: x, environment: "x$A" }\n'],
  ['parentheses without end', `a: { script: x, rules: [{ if: '${'('.repeat(5000)}' }] }\n`],
  ['depth without end', `a: ${deep(3000)}\n`],
  ['an endless delay', 'a: { script: x, when: delayed, start_in: 999999999 years }\n'],
  ['an endless stay', 'a: { script: x, environment: { name: stay, auto_stop_in: 999999999 years } }\n'],
  [
    'many jobs in a chain',
    Array.from({ length: 800 }, (_, n) => `j${n}: { script: x, needs: [${n === 0 ? '' : `j${n - 1}`}] }\n`).join(''),
  ],
]

it.each(FILES)('a CI file of %s is answered, and the next push as ever', async (what, text) => {
  const { must, call, tokens, projectId } = stage
  const at = `/projects/${projectId}`
  const branch = `hostile-${FILES.findIndex(([one]) => one === what)}`
  await stage.commit(tokens.dev, branch, { '.gitlab-ci.yml': text }, 'main')
  const asked = await call('POST', `${at}/pipeline`, tokens.dev, { ref: branch })
  expect([201, 400]).toContain(asked.status)
  if (asked.status === 201) {
    const { id } = asked.json as { readonly id: number }
    const jobs = await must<ReadonlyArray<{ readonly id: number }>>('GET', `${at}/pipelines/${id}/jobs`, tokens.dev)
    for (const job of jobs.slice(0, 2)) {
      await call('PUT', `${at}/jobs/${job.id}`, tokens.maint, { status: 'running' })
      await call('PUT', `${at}/jobs/${job.id}`, tokens.maint, { status: 'success' })
    }
  }
  const run = await stage.pipeline(`after-${branch}`, "ship: { script: ['true'], environment: fine }\n")
  await run.until('ship', 'pending')
  await run.report('ship', 'running')
  await run.report('ship', 'success')
  await stage.deployment(`environment=fine&status=success&sort=desc`)
})
