import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { changeUser } from '@forgefold/core/domains/identity/user'
import { asFetch } from '@forgefold/server'
import { openTestInstance, type TestInstance, type TestInstanceOptions } from '@forgefold/spec/instance'

export const BASE = 'http://forge.test'
export const CALLBACK = 'http://app.test/cb'
export const PASSWORD = 'Correct-horse-9'

const unescaped = (text: string): string =>
  text
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')

/** A browser without scripts: it keeps cookies, follows what it is told to, and sends forms with their hidden fields. */
export class Browser {
  readonly cookies = new Map<string, string>()
  readonly #fetch: (request: Request) => Promise<Response>
  html = ''
  url = ''
  status = 0
  headers = new Headers()

  readonly #base: string

  constructor(fetch: (request: Request) => Promise<Response>, base = BASE) {
    this.#base = base
    this.#fetch = fetch
  }

  /** Opens a page; goes where it is sent, unless that is another host. */
  async open(path: string, init: RequestInit = {}): Promise<this> {
    const url = new URL(path, this.#base)
    this.url = url.href
    if (url.origin !== this.#base) return this
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = new Headers(init.headers)
    if (cookie !== '') headers.set('cookie', cookie)
    const response = await this.#fetch(new Request(url, { ...init, headers }))
    for (const set of response.headers.getSetCookie()) this.#keep(set)
    this.headers = response.headers
    this.status = response.status
    const next = response.headers.get('location')
    if (response.status === 302 && next !== null) return this.open(new URL(next, url).href)
    this.html = await response.text()
    return this
  }

  #keep(set: string): void {
    const [pair = '', ...attributes] = set.split(';')
    const name = pair.slice(0, pair.indexOf('='))
    if (attributes.some((one) => one.trim() === 'Max-Age=0')) this.cookies.delete(name)
    else this.cookies.set(name, pair.slice(pair.indexOf('=') + 1))
  }

  /** The form that posts to the path and holds the text. */
  form(action: string, holding = ''): URLSearchParams {
    const found = [...this.html.matchAll(/<form method="post" action="([^"]*)">([\s\S]*?)<\/form>/g)].find(
      ([, to, inside]) => to === action && inside?.includes(holding),
    )
    assert(found !== undefined, `no form to ${action} on ${this.url}: ${this.html}`)
    const fields = new URLSearchParams()
    for (const [, name, value] of (found[2] as string).matchAll(
      /<input type="hidden" name="([^"]*)" value="([^"]*)">/g,
    ))
      fields.append(name as string, unescaped(value as string))
    return fields
  }

  async send(
    action: string,
    filled: Readonly<Record<string, string | ReadonlyArray<string>>> = {},
    holding = '',
  ): Promise<this> {
    const fields = this.form(action, holding)
    for (const [name, value] of Object.entries(filled)) for (const one of [value].flat()) fields.append(name, one)
    return this.open(action, { method: 'POST', body: fields, headers: { Origin: this.#base } })
  }

  async signIn(login: string, password = PASSWORD): Promise<this> {
    await this.open('/users/sign_in')
    return this.send('/users/sign_in', { 'user[login]': login, 'user[password]': password })
  }

  text(): string {
    return unescaped(this.html.replace(/<[^>]+>/g, ' ')).replace(/\s+/g, ' ')
  }
}

export interface App {
  readonly id: number
  readonly application_id: string
  readonly secret: string
}

export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')
export const VERIFIER = 'v'.repeat(43)

export interface Told {
  readonly status: number
  readonly headers: Headers
  readonly json: Record<string, unknown>
}

/** An instance with a user ann who has a password, and two applications. */
export interface World {
  readonly instance: TestInstance
  readonly userId: number
  readonly confidential: App
  readonly open: App
  readonly browser: () => Browser
  readonly call: (path: string, init?: RequestInit) => Promise<Response>
  readonly post: (
    path: string,
    params: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Told>
  readonly code: (app: App, more?: Readonly<Record<string, string>>) => Promise<string>
  readonly tokens: (app?: App, more?: Readonly<Record<string, string>>) => Promise<Told>
  readonly refresh: (app: App, token: unknown, more?: Readonly<Record<string, string>>) => Promise<Told>
}

export const openWorld = async (options: TestInstanceOptions = {}): Promise<World> => {
  const instance = await openTestInstance(options)
  const fetch = asFetch(instance.forgefold.handler)
  const { id: userId } = await instance.person('ann')
  await changeUser(instance.forge, instance.caller(), { userId, password: PASSWORD })
  const register = async (name: string, confidential: boolean): Promise<App> => {
    const scopes = 'api read_user read_api read_repository openid email profile'
    const json = { name, redirect_uri: CALLBACK, scopes, confidential }
    return (await instance.ask('POST', '/api/v4/applications', { as: instance.root, json })).json as App
  }
  const call: World['call'] = (path, init) => fetch(new Request(new URL(path, BASE), init))
  const post: World['post'] = async (path, params, headers = {}) => {
    const response = await call(path, { method: 'POST', body: new URLSearchParams(params), headers })
    const text = await response.text()
    return { status: response.status, headers: response.headers, json: text === '' ? {} : JSON.parse(text) }
  }
  const credentials = (app: App): Record<string, string> => ({
    client_id: app.application_id,
    ...(app === world.confidential ? { client_secret: app.secret } : {}),
  })
  const world: World = {
    instance,
    userId,
    confidential: await register('Confidential', true),
    open: await register('Open', false),
    browser: () => new Browser(fetch),
    call,
    post,
    code: async (app, more = {}) => {
      const browser = await new Browser(fetch).signIn('ann')
      const query = {
        client_id: app.application_id,
        redirect_uri: CALLBACK,
        response_type: 'code',
        scope: 'api',
        ...more,
      }
      await browser.open(`/oauth/authorize?${new URLSearchParams(query)}`)
      if (browser.url.startsWith(BASE)) await browser.send('/oauth/authorize', {}, 'value="Authorize"')
      const code = new URL(browser.url).searchParams.get('code')
      assert(code !== null, `no code: ${browser.url} ${browser.text()}`)
      return code
    },
    tokens: async (app = world.confidential, more = {}) =>
      post('/oauth/token', {
        grant_type: 'authorization_code',
        code: await world.code(app, more),
        redirect_uri: CALLBACK,
        ...credentials(app),
      }),
    refresh: (app, token, more = {}) =>
      post('/oauth/token', { grant_type: 'refresh_token', refresh_token: String(token), ...credentials(app), ...more }),
  }
  return world
}
