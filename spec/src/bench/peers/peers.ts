import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startChild } from '../http/child.js'
import { loadsOn } from '../http/deployments.js'
import type { Load } from '../http/load.js'
import { setProduct } from '../http/stage.js'
import { startProgram } from './program.js'

/** A server that is sent the same three requests as every other one. */
export interface Peer {
  readonly title: string
  readonly loads: Readonly<Record<'one' | 'list' | 'create', Load>>
  readonly stop: () => Promise<void>
}

const SHA = 'a'.repeat(40)
const here = dirname(fileURLToPath(import.meta.url))

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { readonly port: number }
      probe.close(() => resolve(port))
    })
  })

/** The server as it is run, on a data folder. */
export const forgefold = async (deployments: number): Promise<Peer> => {
  const { url, headers, sha, stop } = await setProduct(deployments)
  return { title: 'Forgefold', loads: loadsOn(url, headers, sha), stop }
}

/** A service written by hand for these three requests. */
export const fastify = async (deployments: number): Promise<Peer> => {
  const { url, stop } = await startChild(join(here, 'fastify-server.js'), [String(deployments)])
  return { title: 'Fastify and better-sqlite3, by hand', loads: loadsOn(url, { 'PRIVATE-TOKEN': 'token' }, SHA), stop }
}

const rowsOf = (deployments: number) => {
  const user = { id: 1, username: 'root', name: 'Administrator', state: 'active', avatar_url: null }
  const environment = { id: 1, name: 'production', slug: 'production', external_url: null }
  const at = '2022-04-11T03:02:32.123Z'
  return Array.from({ length: deployments }, (_, index) => ({
    ...{ id: index + 1, iid: index + 1, ref: 'main', sha: SHA, created_at: at, updated_at: at },
    ...{
      status: index % 2 === 0 ? 'success' : 'failed',
      user,
      environment,
      deployable: null,
      pending_approval_count: 0,
    },
  }))
}

/** json-server as its manual starts it: one JSON file, which it writes anew with each change. */
export const jsonServer = async (folder: string, deployments: number): Promise<Peer> => {
  const data = mkdtempSync(join(tmpdir(), 'forgefold-peer-'))
  writeFileSync(join(data, 'db.json'), JSON.stringify({ deployments: rowsOf(deployments) }))
  const port = await freePort()
  const program = join(folder, 'node_modules/json-server/lib/cli/bin.js')
  const url = `http://127.0.0.1:${port}`
  const args = ['--quiet', '--host', '127.0.0.1', '--port', String(port), join(data, 'db.json')]
  const stop = await startProgram(program, args, `${url}/deployments/1`)
  const { create } = loadsOn(url, {}, SHA)
  return {
    title: 'json-server',
    loads: {
      one: { url: `${url}/deployments/1` },
      list: { url: `${url}/deployments?status=success&_limit=20` },
      create: { ...create, url: `${url}/deployments` },
    },
    stop,
  }
}

/** Prism on a description of the API; what it answers depends on the description alone. */
export const prism = async (folder: string, description: string): Promise<Peer> => {
  const file = join(mkdtempSync(join(tmpdir(), 'forgefold-peer-')), 'openapi.json')
  writeFileSync(file, description)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const program = join(folder, 'node_modules/@stoplight/prism-cli/dist/index.js')
  const stop = await startProgram(program, ['mock', '-p', String(port), file], `${url}/version`)
  const { one, list, create } = loadsOn(url, { 'PRIVATE-TOKEN': 'token' }, SHA)
  // The paths of the description begin after the base path of its server.
  const bare = <L extends Load>(load: L): L => ({ ...load, url: load.url.replace('/api/v4', '') })
  return { title: 'Prism', loads: { one: bare(one), list: bare(list), create: bare(create) }, stop }
}
