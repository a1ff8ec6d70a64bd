import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { type EventStoreDbDouble, startEventStoreDbDouble } from '@forgefold/spec/eventstoredb-double'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import {
  type CountedRounds,
  countRounds,
  documentedWrites,
  type Made,
  type Place,
  type Request,
} from '@forgefold/spec/round-trips'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const rows = readFileSync(new URL('../../../docs/explanation/scaling.md', import.meta.url), 'utf8').split('\n')

/** Requests that write nothing into the history: where files of Conan are to be sent and whether they may be, checks of a CI file and of tokens, texts to be rendered, upkeep of a repository, single deliveries of a webhook, dropped work of a reactor that has none. */
const WRITES_NOTHING =
  /^POST \/hooks\/\{hook_id\}$|\/ci\/lint$|\/housekeeping$|\/sidekiq\/queues\/\{queue_name\}$|\/conan\/.*\/(?:upload_urls|authorize)$|\/markdown$|\/runners\/verify$|\/hooks\/\{hook_id\}\/(?:events\/\{hook_event_id\}\/resend|test\/\{trigger\})$/

/** How long the answers of the store are held back, in milliseconds, in one try after the other. */
const HELD_FOR_MS = [4, 12, 30, 30, 60]

describe('how often a write waits for the store in a row', () => {
  let double: EventStoreDbDouble
  let instance: TestInstance
  let counted: CountedRounds
  let place: Place
  const send = async ({ method, path, json, bytes, headers }: Request): Promise<Made> => {
    const answer = await instance.ask(method, `/api/v4${path}`, {
      as: instance.root,
      json,
      ...(bytes === undefined ? {} : { bytes }),
      ...(headers === undefined ? {} : { headers }),
    })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return answer.json as Made
  }
  const ask = (method: Request['method'], path: string, json?: unknown) => send({ method, path, json })

  beforeAll(async () => {
    double = await startEventStoreDbDouble()
    instance = await openTestInstance({ more: { eventStore: { connectionString: double.connectionString } } })
    const { id } = await ask('POST', '/projects', { name: 'first', initialize_with_readme: true })
    const project = `/projects/${id}`
    const change = (file: string, branch: string) => ({
      branch,
      commit_message: 'm',
      actions: [{ action: 'create', file_path: file, content: 'x' }],
    })
    const made = (await ask('POST', `${project}/repository/commits`, change('a', 'main'))) as unknown as { id: string }
    for (const branch of ['side', 'log']) await ask('POST', `${project}/repository/branches`, { branch, ref: 'main' })
    await ask('POST', `${project}/repository/commits`, change('s', 'side'))
    const { iid: issue } = await ask('POST', `${project}/issues`, { title: 'first' })
    const { iid: mergeRequest } = await ask('POST', `${project}/merge_requests`, {
      source_branch: 'side',
      target_branch: 'main',
      title: 'first',
    })
    const deployments: Array<number> = []
    for (let n = 0; n < 6; n++) {
      const given = { environment: 'production', sha: made.id, ref: 'main', tag: false, status: 'running' }
      deployments.push((await ask('POST', `${project}/deployments`, given)).id)
    }
    await ask('POST', `${project}/repository/commits`, {
      branch: 'ci',
      start_branch: 'main',
      commit_message: 'm',
      actions: [
        {
          action: 'create',
          file_path: '.gitlab-ci.yml',
          content: 'build:\n  script: make\nby-hand:\n  when: manual\n  script: make\n',
        },
      ],
    })
    const group = `/groups/${(await ask('POST', '/groups', { name: 'first', path: 'first' })).id}`
    place = { project, group, sha: made.id, issue, mergeRequest, deployments }
    counted = countRounds(instance.forge.events)
  })
  afterAll(async () => {
    await instance.close()
    await double.stop()
  })

  /** A command that joins those of a reactor is written with them, which is not counted: what follows from the steps before has to be over. */
  const untilQuiet = async (): Promise<void> => {
    for (let before: unknown; ; await pause(3)) {
      const last = await instance.forge.events.readAll({ direction: 'backwards', limit: 1 })
      const now = last.kind === 'Read' ? last.events[0]?.position : undefined
      if (now === before) return
      before = now
    }
  }

  const counts = async (
    { before, request }: (typeof documentedWrites)[number],
    n: number,
    heldFor: number,
  ): Promise<number> => {
    let made = {} as Made
    for (const step of before?.(place, n) ?? []) made = await send(step(made))
    if (before !== undefined) await untilQuiet()
    return (await counted.of(() => send(request(place, n, made)), heldFor)).rounds
  }

  /** A stall of the machine makes what is asked side by side look as if one waited for the other, and a reactor that comes late takes the command into its own append: one of a few tries is true, the later ones with more time. */
  const likelyCount = async (write: (typeof documentedWrites)[number]): Promise<number> => {
    let count = -1
    let n = 2
    for (const heldFor of HELD_FOR_MS) if (count !== write.rounds) count = await counts(write, n++, heldFor)
    return count
  }

  it.each(documentedWrites.map((write) => [write.name, write] as const))('%s', async (name, write) => {
    await counts(write, 1, 0)
    expect(await likelyCount(write)).toBe(write.rounds)
    expect(rows).toContain(`| ${name} | ${write.rounds} | ${write.waits} |`)
  })

  it('is told of every documented write', async () => {
    const document = (await instance.ask('GET', '/api/v4/openapi.json', { as: instance.root })).json as {
      readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
    }
    const told = documentedWrites.map(({ request }) => request(place, 1, { id: 1, iid: 1 }))
    const also = new Set(documentedWrites.flatMap((write) => write.also ?? []))
    const isTold = (method: string, template: string): boolean => {
      const pattern = new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`)
      return also.has(`${method} ${template}`) || told.some((one) => one.method === method && pattern.test(one.path))
    }
    const untold = Object.entries(document.paths).flatMap(([template, operations]) =>
      Object.keys(operations)
        .map((method) => method.toUpperCase())
        .filter((method) => method !== 'GET' && method !== 'HEAD' && !isTold(method, template))
        .map((method) => `${method} ${template}`),
    )
    expect(untold.filter((route) => !WRITES_NOTHING.test(route))).toEqual([])
  })
})
