import { LAW, longestLoopBlock } from '@forgefold/spec/cost'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import * as programs from '@forgefold/spec/programs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const MENTIONED = 100_000
const TELL_ALL = `Closes ${Array.from({ length: MENTIONED }, (_, n) => `#${n + 1}`).join(', ')}`
/** Of different kinds of texts, so that each is within its limit. */
const CLOSED = 300

describe.runIf(programs.need('git'))('a merge request that says it closes a hundred thousand issues', () => {
  let world: TestInstance
  beforeAll(async () => {
    world = await openTestInstance()
    await must('POST', '/projects', { name: 'app', initialize_with_readme: true, default_branch: 'main' })
    await must('POST', '/projects/1/repository/commits', {
      branch: 'topic',
      start_branch: 'main',
      commit_message: TELL_ALL,
      actions: [{ action: 'create', file_path: 'a', content: 'a' }],
    })
    const named = { source_branch: 'topic', target_branch: 'main', title: 'Topic', description: TELL_ALL }
    await must('POST', '/projects/1/merge_requests', named)
    for (let n = 0; n < CLOSED + 5; n++) await must('POST', '/projects/1/issues', { title: 'one of many' })
  })
  afterAll(() => world.close())

  const must = async (method: string, path: string, json?: unknown) => {
    const { status, text, headers } = await world.ask(method, `/api/v4${path}`, { as: world.root, json })
    expect(status, text.slice(0, 500)).toBeLessThan(300)
    return headers
  }

  it('closes the first three hundred, and keeps nobody from their turns', async () => {
    const ask = () => must('GET', '/projects/1/merge_requests/1/closes_issues')
    expect(await longestLoopBlock(ask, LAW.milliseconds)).toBeLessThan(6 * LAW.milliseconds)
    expect((await ask()).get('x-total')).toBe(String(CLOSED))
  })
})
