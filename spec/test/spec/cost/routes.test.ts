import { breaksFieldLaw, costsOfField, openCostInstance, type TextField, textFields } from '@forgefold/spec/cost'
import type { TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** The fields whose texts are read most: the others are measured by `npm run cost:routes`. */
const READ =
  /^GET .*\?(search|regex|labels|name|title|author_username)$|^(POST|PUT) .*(issues|merge_requests|notes)[^/]* (title|description|body|labels)$/

describe('the text fields of routes', () => {
  let instance: TestInstance
  let fields: ReadonlyArray<TextField>
  beforeAll(async () => {
    instance = await openCostInstance()
    fields = await textFields(instance)
  })
  afterAll(() => instance.close())

  it('are several hundred, and most of them reach what they mean', async () => {
    expect(fields.length).toBeGreaterThan(300)
    const statuses: Array<number> = []
    for (const field of fields) statuses.push(await field.send(instance, 'abc'))
    expect(statuses.filter((status) => status === 404).length).toBeLessThan(fields.length / 4)
    expect(statuses.filter((status) => status >= 500)).toEqual([])
  })

  it('are those within objects and lists too', () => {
    const names = fields.map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining([
        'POST /projects/{id}/issues labels[]',
        'POST /projects/{id}/repository/commits actions[][content]',
        'POST /projects/{id}/releases assets[links][][url]',
        'POST /projects/{id}/merge_requests/{noteable_iid}/discussions position[line_range][end][line_code]',
      ]),
    )
  })

  it('cost no more than their size, and keep nobody waiting', async () => {
    const broken: Array<string> = []
    for (const field of fields.filter(({ name }) => READ.test(name)))
      for (const cost of await costsOfField(instance, field, 16 * 1024))
        if (breaksFieldLaw(cost)) broken.push(cost.name)
    expect(broken).toEqual([])
  })

  it.each(['/issues', '/merge_requests', '/projects/1/issues', '/projects/1/packages', '/projects', '/users'])(
    '%s is searched for thousands of words, and for one that is very long',
    async (path) => {
      for (const text of [
        'a '.repeat(4000),
        'abc '.repeat(4000),
        Array.from({ length: 4000 }, (_, n) => `w${n}`).join(' '),
        'x'.repeat(60_000),
      ]) {
        const query = new URLSearchParams({ search: text, package_name: text, scope: 'all' }).toString()
        const answer = await instance.ask('GET', `/api/v4${path}`, { as: instance.root, query })
        expect([path, answer.status < 500]).toEqual([path, true])
      }
    },
  )
})
