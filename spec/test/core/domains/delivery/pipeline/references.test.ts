import { makeCiPlanner } from '@forgefold/adapters/ci-file'
import { dialectOf } from '@forgefold/core/domains/delivery/pipeline'
import { describe, expect, it } from 'vitest'

const planner = makeCiPlanner()
const lint = (yaml: string) => planner.lint({ lint: Buffer.from(yaml), dialect: dialectOf('15.11'), release: '15.11' })
const execution = (yaml: string, job: string) => planner.execution({ executionIn: [Buffer.from(yaml)], job })

const FILE = `
.base: { script: [base], variables: { A: one, B: two } }
.setup: { extends: .base, before_script: [first, [second]], rules: [{ if: '$CI', when: manual }] }
.more: { script: [!reference [.setup, before_script], !reference [.setup, script]] }
job:
  before_script: [!reference [.more, script], own]
  script: [!reference [.setup, script], make]
  variables: { A: !reference [.setup, variables, B], C: three }
  rules: [!reference [.setup, rules], { when: never }]
`

describe('a reference in a CI file', () => {
  it('is what stands there, in lists as part of them, templates included', async () => {
    expect(await execution(FILE, 'job')).toMatchObject({
      script: ['first', 'second', 'base', 'own', 'base', 'make'],
      variables: { A: 'two', C: 'three' },
    })
    expect((await lint(FILE)).jobs).toMatchObject([
      { name: 'job', beforeScript: ['first', 'second', 'base', 'own'], script: ['base', 'make'] },
    ])
    expect((await lint(FILE)).mergedYaml).not.toContain('reference')
  })

  it.each([
    ['[.gone, script]', '!reference [".gone","script"] could not be found'],
    ['[.base, gone]', '!reference [".base","gone"] could not be found'],
    ['[]', '!reference [] could not be found'],
    ['[job, script]', '!reference ["job","script"] is part of a circular chain'],
  ])('to %s is an error', async (path, error) => {
    const found = await lint(`.base: { script: [x] }\njob: { script: [!reference ${path}] }\n`)
    expect(found).toMatchObject({ errors: [error], jobs: [] })
  })

  it('may lead to ten others, and not to too many values', async () => {
    const chain = (length: number) => [
      ...Array.from({ length }, (_, at) => `.j${at}: { script: [!reference [.j${at + 1}, script]] }`),
      `.j${length}: { script: [x] }`,
    ]
    const job = 'job: { script: [!reference [.j0, script]] }'
    expect((await lint([...chain(9), job].join('\n'))).errors).toEqual([])
    expect((await lint([...chain(11), job].join('\n'))).errors).toEqual([
      expect.stringContaining('is nested too deeply'),
    ])
    const wide = Array.from({ length: 9 }, (_, at) => {
      const next = `!reference [.j${at + 1}, script]`
      return `.j${at}: { script: [${Array.from({ length: 10 }, () => next).join(', ')}] }`
    })
    const many = await lint([...wide, '.j9: { script: [x] }', job].join('\n'))
    expect(many.errors).toEqual(['the references stand for too many values'])
  })
})
