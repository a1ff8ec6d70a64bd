import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, openWorld, type World } from '../../oauth/world.js'

const rowsOf = (html: string): ReadonlyArray<string> =>
  [...html.matchAll(/<tr[ >][\s\S]*?<\/tr>/g)].map(([row]) =>
    row
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )

describe('the pages of the history', () => {
  let world: World
  let browser: Browser
  let project: number
  const as = () => ({ as: world.instance.root })

  beforeAll(async () => {
    world = await openWorld()
    const { ask } = world.instance
    await ask('PUT', `/api/v4/users/${world.userId}`, { ...as(), json: { admin: true } })
    project = ((await ask('POST', '/api/v4/projects', { ...as(), json: { name: 'audited' } })).json as { id: number })
      .id
    await ask('PUT', `/api/v4/projects/${project}`, { ...as(), json: { description: 'first <b>words</b>' } })
    await ask('PUT', `/api/v4/projects/${project}`, { ...as(), json: { description: 'second words' } })
    browser = await world.browser().signIn('ann')
  })
  afterAll(() => world.instance.close())

  it('are for administrators: others are told that there is nothing', async () => {
    await world.instance.ask('POST', '/api/v4/users', {
      ...as(),
      json: {
        username: 'bob',
        name: 'Bob',
        email: 'bob@b.example',
        password: 'Correct-horse-9',
        skip_confirmation: true,
      },
    })
    const other = await world.browser().signIn('bob')
    for (const path of ['/-/audit', '/-/audit/things?name=user:ann', '/-/audit/events/1'])
      expect((await other.open(path)).status, path).toBe(404)
    expect((await world.browser().open('/-/audit')).url).toContain('/users/sign_in')
  })

  it('find events by the filters in the address, the newest first, page by page', async () => {
    await browser.open(`/-/audit?thing=project:${project}&type=ProjectChanged`)
    const [, ...found] = rowsOf(browser.html)
    expect(found.length).toBeGreaterThanOrEqual(2)
    expect(found[0]).toContain('second words')
    expect(found[1]).toContain('first &lt;b&gt;words')
    await browser.open('/-/audit?search=no+such+word+anywhere')
    expect(browser.html).toContain('<p>Nothing.</p>')
    await browser.open('/-/audit')
    expect(browser.html).toMatch(/role="img" aria-label="\d+ events from/)
    expect(browser.html).toMatch(/<dt>Root<\/dt><dd><code>[A-Za-z0-9+/]{43}=<\/code>/)
    expect(browser.html).not.toContain('<script')
  })

  it('show a thing step by step, with what each step changed and how it was', async () => {
    await browser.open(`/-/audit/things?name=project:${project}`)
    const steps = Number(/Step (\d+) of \1</.exec(browser.html)?.[1])
    expect(steps).toBeGreaterThan(2)
    expect(rowsOf(browser.html)).toContainEqual('description first &lt;b&gt;words&lt;/b&gt; second words')
    await browser.open(`/-/audit/things?name=project:${project}&step=${steps - 1}`)
    expect(rowsOf(browser.html)).toContainEqual('description none first &lt;b&gt;words&lt;/b&gt;')
    expect(browser.html).toContain('&quot;description&quot;: &quot;first &lt;b&gt;words&lt;/b&gt;&quot;')
    for (const step of ['0', '-3', '999', 'x', '1.5'])
      expect((await browser.open(`/-/audit/things?name=project:${project}&step=${step}`)).status, step).toBe(200)
  })

  it('tell who set each value, and lead to the event', async () => {
    await browser.open(`/-/audit/things?name=project:${project}&blame=true`)
    const row = /<tr title="([^"]*)"><th scope="row">description<\/th>[\s\S]*?href="(\/-\/audit\/events\/[^"]+)"/.exec(
      browser.html,
    )
    expect(row?.[1]).toMatch(/^ProjectChanged by user:1, \d{4}-/)
    await browser.open(row?.[2] ?? '')
    expect(browser.html).toContain('<h1>ProjectChanged</h1>')
    expect(browser.html).toContain('second words')
  })

  it('are reached from the page of each thing', async () => {
    await browser.open('/root/audited')
    const [, to = ''] = /href="(\/-\/audit\/things\?name=project%3A\d+)">History/.exec(browser.html) ?? []
    expect((await browser.open(to)).status).toBe(200)
    await browser.open('/root/audited?history=true&step=2')
    expect(browser.html).toMatch(/<label for="step">Step 2 of \d+<\/label>/)
    expect(browser.html).toContain('<form method="get" action="/root/audited#history" class="slider">')
    const [, then = ''] = /href="(\/root\/audited\?as_of=\d+)">This page as it was then/.exec(browser.html) ?? []
    expect((await browser.open(then)).status).toBe(200)
    expect(browser.html).not.toContain('second words')
    expect((await world.browser().open('/root/audited?history=true')).html).not.toContain('Timeline')
    expect((await world.browser().open('/root/audited')).html).not.toContain('/-/audit')
  })

  it('say why a search means nothing, beside the filters as they were sent', async () => {
    for (const [query, status, why] of [
      ['kind=projects', 400, 'no kind of thing is called projects; there is project'],
      ['type=ProjectCreate', 400, 'no type of event is called ProjectCreate; there is ProjectCreated'],
      ['thing=a%20b:', 400, 'a b: does not name a thing'],
      ['actor=nobody', 404, 'the history has no actor nobody'],
    ] as const) {
      const shown = await browser.open(`/-/audit?${query}`)
      expect([query, shown.status]).toEqual([query, status])
      expect(browser.html).toContain(why)
      expect(browser.html).toContain(`value="${decodeURIComponent(query.split('=')[1] ?? '')}"`)
      expect(browser.html).toContain('Sign out')
    }
    await browser.open('/-/audit/things?name=projects:1')
    expect(browser.html).toContain('no kind of thing is called projects')
  })

  it('tell of an event with which token it was done, as people read it', async () => {
    const [event] = (
      await world.instance.ask('GET', '/api/v4/forgefold/history', { ...as(), query: 'type=ProjectCreated' })
    ).json as ReadonlyArray<{ readonly id: string }>
    await browser.open(`/-/audit/events/${event?.id}`)
    expect(browser.html).toMatch(/<dt>token<\/dt><dd>personal_access_token \d+<\/dd>/)
    expect(browser.html).toMatch(/<dt>cause<\/dt><dd>[^/]*none/)
    expect(browser.html).not.toContain('null</dd>')
  })

  it('refuse what names nothing in words', async () => {
    for (const [path, status] of [
      ['/-/audit/things', 400],
      ['/-/audit/things?name=project:987654', 404],
      ['/-/audit/things?name=%00', 404],
      ['/-/audit/events/none', 404],
      ['/-/audit?thing=project:987654', 404],
      ['/-/audit?since=never&until=2020-02-30&after=x', 200],
    ] as const)
      expect((await browser.open(path)).status, path).toBe(status)
  })
})
