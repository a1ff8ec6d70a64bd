import { declaredAnswers, largeIds } from '@forgefold/spec/conformance'
import { describe, expect, it } from 'vitest'

const JSON_TYPE = 'application/json'

const found = (method: string, path: string, status: number, type: string | undefined, json?: unknown): string =>
  declaredAnswers({ externalUrl: 'http://forge.test', release: '15.3', tier: 'ultimate' })
    .findings(method, `/api/v4${path}`, { status, type, json })
    .join('\n')

describe('what a route answers beside what it declares', () => {
  it.each([
    [400, JSON_TYPE, { error: 'sha is missing' }],
    [400, JSON_TYPE, { message: { sha: ['The commit does not exist'] } }],
    [400, 'text/plain', undefined],
    [401, 'application/json; charset=utf-8', { error: 'invalid_token', error_description: 'Token was revoked.' }],
    [403, JSON_TYPE, { error: 'insufficient_scope', error_description: 'It is.', scope: 'api read_api' }],
    [422, JSON_TYPE, { message: ['One.', 'Another.'] }],
    [429, 'text/plain', undefined],
    [429, JSON_TYPE, { message: { error: 'Later.' } }],
    [503, JSON_TYPE, { message: '503 Service Unavailable' }],
    [304, undefined, undefined],
  ])('is nothing: %s %s %j', (status, type, json) => {
    expect(found('POST', '/projects/1/deployments', status, type, json)).toBe('')
  })

  it.each([
    ['a refusal without a reason', 400, JSON_TYPE, {}, 'required'],
    ['a reason that is a number', 404, JSON_TYPE, { message: 404 }, 'type'],
    ['sentences of fields that are none', 400, JSON_TYPE, { message: { sha: [1] } }, 'type'],
    ['more than a reason', 404, JSON_TYPE, { message: 'no', trace: 'x' }, 'additional properties'],
    ['a list', 404, JSON_TYPE, [], 'type'],
    ['a page', 404, 'text/html', undefined, 'text/html'],
    ['text where JSON is declared', 404, 'text/plain', undefined, 'text/plain'],
    ['nothing at all', 404, undefined, undefined, 'undefined'],
    ['a body that says that nothing changed', 304, JSON_TYPE, { message: '304' }, JSON_TYPE],
    ['a success that it does not know', 202, JSON_TYPE, {}, '202'],
  ])('is %s', (_what, status, type, json, told) => {
    expect(found('POST', '/projects/1/deployments', status, type, json)).toContain(told)
  })

  it('is each field that an object within an answer does not have, and each that it lacks', () => {
    const answered = found('POST', '/projects/1/deployments', 201, JSON_TYPE, { environment: { surprise: true } })
    expect(answered).toContain('/environment: must NOT have additional properties {"additionalProperty":"surprise"}')
    expect(answered).toContain(`/environment: must have required property 'external_url'`)
    expect(answered).toContain(`: must have required property 'sha'`)
  })

  it('may be a refusal of its own, where it declares one', () => {
    expect(found('POST', '/projects/1/terraform/state/s/lock', 409, JSON_TYPE, { message: 'held' })).toBe('')
  })
})

describe('ids that do not fit into 32 bits', () => {
  it('are found at any depth, with their places, and no other numbers are', () => {
    const great = 2 ** 31
    const issue = {
      id: great - 1,
      iid: great,
      title: 'great',
      size: great,
      author: { user_id: great + 1 },
      parent: null,
    }
    expect(largeIds([issue, { labels: [great], id: `${great}` }])).toEqual([
      `/0/iid: ${great}`,
      `/0/author/user_id: ${great + 1}`,
    ])
  })

  it.each([undefined, null, 2 ** 31, 'text', [], {}])('are not in %j', (value) => {
    expect(largeIds(value)).toEqual([])
  })
})
