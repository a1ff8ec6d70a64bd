import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createForge, type EmbeddedForge, nodeListener } from '@forgefold/server'
import { afterEach, describe, expect, it } from 'vitest'

let closes: Array<() => unknown> = []
afterEach(async () => {
  for (const close of closes.reverse()) await close()
  closes = []
})

const TOKEN = 'a-token-of-root-here'

const start = async (...options: Parameters<typeof createForge>): Promise<EmbeddedForge> => {
  const forge = await createForge(...options)
  closes.push(() => forge.close())
  await forge.useCases.user.createFirstAdministrator({ password: undefined, token: TOKEN })
  return forge
}

const mounted = async (forge: EmbeddedForge): Promise<number> => {
  const server = createServer(nodeListener(forge.fetch)).listen(0, '127.0.0.1')
  closes.push(() => server.close())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

let made = 0

/** The clone URL of a new project, asked for at this address. */
const cloneUrl = async (ask: typeof fetch, base: string, headers: Readonly<Record<string, string>> = {}) => {
  const name = `app${++made}`
  const init = { method: 'POST', headers: { 'private-token': TOKEN, ...headers } }
  const response = await ask(`${base}/api/v4/projects?name=${name}`, init)
  const { http_url_to_repo: url } = (await response.json()) as { readonly http_url_to_repo: string }
  return url.replace(`/root/${name}.git`, '')
}

describe('the address of a forge that was given none', () => {
  it('is where it listens', async () => {
    const forge = await start()
    expect(await cloneUrl(forge.fetch, '')).toBe('http://localhost')
    const { url } = await forge.listen()
    expect(await cloneUrl(fetch, url)).toBe(url)
    expect(await cloneUrl(forge.fetch, '')).toBe(url)
  })
  it('is the loopback name under which a framework is first asked', async () => {
    const forge = await start()
    const port = await mounted(forge)
    expect(await cloneUrl(fetch, `http://127.0.0.1:${port}`)).toBe(`http://127.0.0.1:${port}`)
    expect(await cloneUrl(fetch, `http://localhost:${port}`)).toBe(`http://127.0.0.1:${port}`)
  })
  it('keeps the scheme of a framework that knows it', async () => {
    const forge = await start()
    expect(await cloneUrl(forge.fetch, 'https://localhost:3000')).toBe('https://localhost:3000')
  })
  it('is never a name that a stranger chooses', async () => {
    const forge = await start()
    for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example:80'])
      expect(await cloneUrl(forge.fetch, `http://${host}`)).toBe('http://localhost')
  })
  it('is the one that it was given, whatever it is asked for', async () => {
    const forge = await start({ url: 'https://forge.example' })
    const { url } = await forge.listen()
    expect(await cloneUrl(fetch, url)).toBe('https://forge.example')
  })
})
