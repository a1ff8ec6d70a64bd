import { createHmac } from 'node:crypto'

const unescaped = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

/** A browser without scripts: it keeps cookies, follows redirects on its own site, and sends forms with their hidden fields. */
export class Browser {
  readonly #cookies = new Map<string, string>()
  readonly #base: string
  html = ''
  url = ''
  status = 0

  constructor(base: string) {
    this.#base = base
  }

  async open(path: string, init: RequestInit = {}): Promise<this> {
    const url = new URL(path, this.#base)
    this.url = url.href
    if (url.origin !== this.#base) return this
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, {
      ...init,
      headers: { ...(init.headers as Record<string, string>), cookie },
      redirect: 'manual',
    })
    for (const set of response.headers.getSetCookie()) this.#keep(set)
    this.status = response.status
    const next = response.headers.get('location')
    if (response.status === 302 && next !== null) return this.open(new URL(next, url).href)
    this.html = await response.text()
    return this
  }

  #keep(set: string): void {
    const [pair = '', ...attributes] = set.split(';')
    const name = pair.slice(0, pair.indexOf('='))
    if (attributes.some((one) => one.trim() === 'Max-Age=0')) this.#cookies.delete(name)
    else this.#cookies.set(name, pair.slice(pair.indexOf('=') + 1))
  }

  /** Sends the form that posts to `action` and holds `holding`. Throws where the page has none, or the server refuses it. */
  async send(
    action: string,
    filled: Readonly<Record<string, string | ReadonlyArray<string>>> = {},
    holding = '',
  ): Promise<this> {
    const forms = [...this.html.matchAll(/<form method="post" action="([^"]*)">([\s\S]*?)<\/form>/g)]
    const found = forms.find(([, to, inside]) => to === action && inside?.includes(holding))
    if (found === undefined) throw new Error(`no form to ${action} on ${this.url} (${this.status}): ${this.html}`)
    const fields = new URLSearchParams()
    for (const [, name = '', value = ''] of (found[2] ?? '').matchAll(
      /<input type="hidden" name="([^"]*)" value="([^"]*)">/g,
    ))
      fields.append(name, unescaped(value))
    for (const [name, value] of Object.entries(filled)) for (const one of [value].flat()) fields.append(name, one)
    await this.open(action, { method: 'POST', body: fields, headers: { Origin: this.#base } })
    if (this.status >= 400) throw new Error(`${action}: ${this.status} ${this.html}`)
    return this
  }

  async signIn(login: string, password: string): Promise<this> {
    await this.open('/users/sign_in')
    return this.send('/users/sign_in', { 'user[login]': login, 'user[password]': password })
  }
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code that an authenticator application shows (RFC 6238: SHA-1, 30 seconds, six digits). */
export const oneTimeCode = (secret: string, now: number): string => {
  const bits = [...secret.replace(/[^A-Z2-7]/g, '')].map((c) => BASE32.indexOf(c).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000)))
  const mac = createHmac('sha1', key).update(counter).digest()
  const offset = (mac[mac.length - 1] ?? 0) & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
