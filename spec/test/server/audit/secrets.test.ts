import { shownData } from '@forgefold/core/audit'
import { CATALOGUE, SETTING_NAMES } from '@forgefold/core/domains/instance/settings'
import { categoryOf, type StoredEvent } from '@forgefold/core/kernel'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeHistory } from '../releases/history.js'

const SEALED = SETTING_NAMES.filter((name) => CATALOGUE[name].sealed)
const MARK = 'qzx-marked-secret'

let world: TestInstance
let firstPosition = 0

const asRoot = async (method: string, path: string, json?: unknown, query = '') => {
  const answer = await world.ask(method, `/api/v4${path}`, { as: world.root, json, query })
  expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300)
  return answer
}

const settings = (round: number): object => ({
  external_auth_client_cert: 'a certificate',
  ...Object.fromEntries(SEALED.map((name) => [name, `${MARK}-${name}-${round}`])),
})

beforeAll(async () => {
  world = await openTestInstance()
  await asRoot('POST', '/projects', { name: 'app', initialize_with_readme: true })
  await asRoot('PUT', '/application/settings', settings(1))
  firstPosition = world.forge.read.position() ?? 0
  await asRoot('PUT', '/application/settings', settings(2))
  for (const of of ['/projects/root%2Fapp/variables', '/admin/ci/variables']) {
    await asRoot('POST', of, { key: 'WORD', value: `${MARK}-variable-1` })
    await asRoot('PUT', `${of}/WORD`, { value: `${MARK}-variable-2` })
  }
  const hook = {
    url: 'https://hooks.test/{place}',
    token: `${MARK}-hook-token`,
    url_variables: [{ key: 'place', value: `${MARK}-url-variable` }],
  }
  await asRoot('POST', '/projects/root%2Fapp/hooks', hook)
})
afterAll(() => world.close())

const THINGS = [
  'setting:mailer_signing_key',
  'settings:instance',
  'root/app',
  ...SEALED.map((name) => `setting:${name}`),
]

describe('what is kept sealed', () => {
  it.each(THINGS)('is in no answer about the history of %s', async (thing) => {
    const query = String(new URLSearchParams({ thing }))
    const between = `${query}&from=${firstPosition}`
    for (const [path, asked] of [
      ['documents', query],
      ['documents', `${query}&at=${firstPosition}`],
      ['differences', between],
      ['blame', query],
      ['history', `${query}&per_page=100`],
    ] as const) {
      const { text, status } = await world.ask('GET', `/api/v4/forgefold/${path}`, { as: world.root, query: asked })
      expect(status, text).toBeLessThan(500)
      expect(text.includes(MARK), `${path}?${asked}`).toBe(false)
    }
  })

  it('is told as hidden in the document of the settings', async () => {
    const { json } = await asRoot('GET', '/forgefold/documents', undefined, 'thing=setting:mailer_signing_key')
    const { document } = json as { readonly document: Readonly<Record<string, unknown>> }
    const answered = SEALED.filter((name) => name in document)
    expect(answered.length).toBeGreaterThan(9)
    const HIDDEN = /^\[hidden [\w+/=-]{8}\]$/
    expect(answered.filter((name) => !HIDDEN.test(String(document[name])))).toEqual([])
  })

  it('can still be told by when and by whom it was changed', async () => {
    const { json } = await asRoot('GET', '/forgefold/blame', undefined, 'thing=setting:mailer_signing_key')
    const { fields } = json as { readonly fields: ReadonlyArray<{ readonly events: ReadonlyArray<unknown> }> }
    expect(fields[0]?.events).not.toEqual([])
    const query = `thing=setting:mailer_signing_key&from=${firstPosition}`
    const difference = (await asRoot('GET', '/forgefold/differences', undefined, query)).text
    expect(difference).toContain('mailer_signing_key')
  })

  it('is in no event, in no audit event and in no page', async () => {
    const read = await world.forge.events.readAll({ limit: 100_000 })
    expect((read.kind === 'Read' ? JSON.stringify(read.events) : MARK).includes(MARK)).toBe(false)
    for (const path of ['/audit_events', '/projects/root%2Fapp/audit_events'])
      expect((await asRoot('GET', path, undefined, 'per_page=100')).text.includes(MARK), path).toBe(false)
  })
})

const textOf = (data: unknown, field: string): string => String((data as Readonly<Record<string, unknown>>)[field])

/** Every text in a value, however deep. */
const textsIn = (value: unknown): ReadonlyArray<string> => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

describe('the data of events as auditors are shown it', () => {
  it('holds nothing that opens under the key of the instance or of a person, whatever the kind of thing', async () => {
    const instance = await openTestInstance({ release: '16.0' })
    const { secretBox, personalData } = instance.forge
    await writeHistory(instance)
    const read = await instance.forge.events.readAll({ limit: 100_000 })
    const events = read.kind === 'Read' ? read.events : []
    const subjects = new Set(
      events.flatMap(({ stream, data }) => [stream, `user-${textOf(data, 'userId')}`, textOf(data, 'subject')]),
    )
    const opens = (text: string): boolean =>
      secretBox.open(text) !== undefined ||
      [...subjects].some((subject) => personalData.open(subject, text) !== undefined)
    const fieldsThatOpen = (of: (event: StoredEvent) => unknown) =>
      new Set(
        events.flatMap((event) =>
          textsIn(of(event)).some(opens) ? [`${categoryOf(event.stream)} ${event.type}`] : [],
        ),
      )
    expect(fieldsThatOpen(({ data }) => data).size).toBeGreaterThan(9)
    expect([...fieldsThatOpen((event) => shownData(event))]).toEqual([])
    await instance.close()
  })
})
