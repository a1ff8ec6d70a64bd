import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeIds } from '@forgefold/adapters/crypto'
import { openSqliteEventStore } from '@forgefold/adapters/sqlite'
import { eventIdOf } from '@forgefold/core/app'
import { deployment } from '@forgefold/core/domains/deployment'
import { type Instant, streamOf, userActor } from '@forgefold/core/kernel'
import { type Child, startChild } from './child.js'

const TOKEN = 'benchmark-root-token'
const cli = join(dirname(createRequire(import.meta.url).resolve('@forgefold/server')), 'cli.js')
const ceiling = join(dirname(fileURLToPath(import.meta.url)), 'ceiling-server.js')

/** The product and the ceiling, each a process of its own, on the same machine at the same time. */
export interface Stage {
  readonly product: string
  readonly ceiling: string
  readonly headers: Readonly<Record<string, string>>
  /** A commit of the project's repository. */
  readonly sha: string
  readonly stop: () => Promise<void>
}

const serve = (data: string): Promise<Child> =>
  startChild(cli, ['serve', '--port', '0', '--data', data, '--log-level', 'error'], { FORGEFOLD_ROOT_TOKEN: TOKEN })

const ask = async (url: string, path: string, body: unknown): Promise<Record<string, unknown>> => {
  const answer = await fetch(`${url}/api/v4${path}`, {
    method: 'POST',
    headers: { 'PRIVATE-TOKEN': TOKEN, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  return (await answer.json()) as Record<string, unknown>
}

/** A project with a commit, an environment and one deployment, made through the API. */
const provision = async (url: string): Promise<string> => {
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

/** Writes deployments straight into the history, as the product would have. */
const fill = async (data: string, sha: string, count: number): Promise<void> => {
  const store = openSqliteEventStore({ path: join(data, 'events.sqlite') })
  const ids = makeIds()
  const at = '2022-04-11T03:02:32.123Z' as Instant
  const facts = { projectId: 1, environmentId: 1, ref: 'main', tag: false, sha, userId: 1, jobId: null }
  const write = async (id: number): Promise<void> => {
    const command = ids.commandId()
    const events = [
      { type: 'DeploymentCreated', data: { ...facts, iid: id } },
      { type: id % 2 === 0 ? 'DeploymentSucceeded' : 'DeploymentFailed', data: { at } },
    ] as const
    const metadata = { at, actor: userActor(1), correlationId: command }
    const outcome = await store.append(
      streamOf(deployment, id),
      events.map((event, index) => ({ id: eventIdOf(command, index), ...deployment.events.encode(event), metadata })),
      'noStream',
    )
    if (outcome.kind !== 'Appended') throw new Error(`append answered ${outcome.kind}`)
  }
  const FIRST = 1_000_000
  for (let at = 0; at < count; at += 512)
    await Promise.all(Array.from({ length: Math.min(512, count - at) }, (_, index) => write(FIRST + at + index)))
  await store.close()
}

/** Sets the stage with so many deployments besides the first one. */
export const setStage = async (deployments: number): Promise<Stage> => {
  const data = mkdtempSync(join(tmpdir(), 'forgefold-bench-'))
  let product = await serve(data)
  const sha = await provision(product.url)
  if (deployments > 0) {
    await product.stop()
    await fill(data, sha, deployments)
    product = await serve(data)
  }
  const other = await startChild(ceiling, [])
  return {
    product: product.url,
    ceiling: other.url,
    headers: { 'PRIVATE-TOKEN': TOKEN },
    sha,
    stop: async () => {
      await Promise.all([product.stop(), other.stop()])
      rmSync(data, { recursive: true, force: true })
    },
  }
}
