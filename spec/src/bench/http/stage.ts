import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Child, startChild } from './child.js'
import { fillDeployments } from './fill.js'
import { untilIdle } from './idle.js'

export const TOKEN = 'benchmark-root-token'
const cli = join(dirname(createRequire(import.meta.url).resolve('@forgefold/server')), 'cli.js')
const ceiling = join(dirname(fileURLToPath(import.meta.url)), 'ceiling-server.js')

/** The product in a process of its own, on a data folder that goes away with it. */
export interface Product {
  readonly url: string
  readonly pid: number
  readonly data: string
  readonly headers: Readonly<Record<string, string>>
  /** A commit of the project's repository. */
  readonly sha: string
  /** Ends the server and keeps its folder. */
  readonly pause: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** The product and the ceiling, each a process of its own, on the same machine at the same time. */
export interface Stage {
  readonly product: string
  readonly ceiling: string
  readonly headers: Readonly<Record<string, string>>
  /** A commit of the project's repository. */
  readonly sha: string
  readonly stop: () => Promise<void>
}

/** Serves a data folder, its history on SQLite unless another store is named. */
export const serve = (data: string, { program = cli, store = 'sqlite' } = {}): Promise<Child> =>
  startChild(program, ['serve', '--port', '0', '--data', data, '--event-store', store, '--log-level', 'error'], {
    FORGEFOLD_ROOT_TOKEN: TOKEN,
  })

/** Asks for something to be made. */
export const ask = async (url: string, path: string, body: unknown): Promise<Record<string, unknown>> => {
  const answer = await fetch(`${url}/api/v4${path}`, {
    method: 'POST',
    headers: { 'PRIVATE-TOKEN': TOKEN, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  return (await answer.json()) as Record<string, unknown>
}

/** A project with a commit, an environment and one deployment, made through the API. */
export const provision = async (url: string): Promise<string> => {
  await ask(url, '/projects', { name: 'bench', initialize_with_readme: true, default_branch: 'main' })
  const actions = [{ action: 'create', file_path: 'a.txt', content: 'a' }]
  const commit = await ask(url, '/projects/1/repository/commits', { branch: 'main', commit_message: 'a', actions })
  const sha = String(commit['id'])
  await ask(url, '/projects/1/deployments', {
    environment: 'production',
    sha,
    ref: 'main',
    tag: false,
    status: 'failed',
  })
  return sha
}

/** Sets the product up with so many deployments besides the first one, and lets it catch up with them. */
export const setProduct = async (deployments: number): Promise<Product> => {
  const data = mkdtempSync(join(tmpdir(), 'forgefold-bench-'))
  let product = await serve(data)
  const sha = await provision(product.url)
  if (deployments > 0) {
    await product.stop()
    await fillDeployments(join(data, 'events.sqlite'), sha, deployments)
    product = await serve(data)
  }
  await untilIdle(product.pid)
  return {
    url: product.url,
    pid: product.pid,
    data,
    headers: { 'PRIVATE-TOKEN': TOKEN },
    sha,
    pause: product.stop,
    stop: async () => {
      await product.stop()
      rmSync(data, { recursive: true, force: true })
    },
  }
}

/** Sets the stage with so many deployments besides the first one. */
export const setStage = async (deployments: number): Promise<Stage> => {
  const product = await setProduct(deployments)
  const other = await startChild(ceiling, [])
  return {
    product: product.url,
    ceiling: other.url,
    headers: product.headers,
    sha: product.sha,
    stop: async () => {
      await Promise.all([product.stop(), other.stop()])
    },
  }
}
