import type { Duplex } from 'node:stream'
import type {
  Cancellation,
  GitWire,
  PushedRef,
  PushRequest,
  Repository,
  RepositoryWithAlternates,
  WireAnswer,
  WireRequest,
  WireService,
} from '@forgefold/core/ports'
import { gitEnvironment } from './environment.js'
import { flushObjects, flushRefs, WRITE_OUT_ONLY } from './flush.js'
import { endGroup, endReceiving } from './git-process.js'
import { hooksAreExecutable, installHooks } from './hooks.js'
import { type HookMessage, PushHookChannel } from './push-hook-channel.js'
import { type Enter, enterBoth, type Semaphore, type SemaphorePerKey } from './semaphore.js'
import { startWire, type WireProcess, type WireProcessOptions } from './wire-process.js'

export interface WireOptions {
  readonly root: string
  readonly hooks: string
  /** The environment of a process that has no hooks. */
  readonly env: Readonly<Record<string, string>>
  readonly directoryOf: (repository: number) => string
  readonly of: (repository: number) => Repository
  /** The repository with quarantined objects in sight. */
  readonly quarantined: (repository: number, objects: string) => RepositoryWithAlternates
  /** Conversations at a time. */
  readonly conversations: Semaphore
  /** Pushes into one repository at a time that may be among them. */
  readonly pushes: SemaphorePerKey<number>
}

const PROTOCOL = /^[\w.:=-]{1,200}$/

/** The most that git takes for one object of a push: a few hundred bytes may say that they are one of many gigabytes. */
const MOST_OF_AN_OBJECT = { GIT_ALLOC_LIMIT: '1g' } as const

const packetLine = (text: string): Buffer => Buffer.from(`${(text.length + 4).toString(16).padStart(4, '0')}${text}`)

const protocolOf = ({ protocol }: WireRequest): Readonly<Record<string, string>> =>
  protocol !== undefined && PROTOCOL.test(protocol) ? { GIT_PROTOCOL: protocol } : {}

const usesProtocolV2 = ({ protocol }: WireRequest): boolean => protocol?.split(':').includes('version=2') ?? false

/** At a time: they are settled one after another, and must not keep the places of all conversations while they wait. */
export const PUSHES_OF_A_REPOSITORY = 4

/** A conversation that waits for a permit and reports its end. */
const inTurn = (
  enter: Enter,
  signal: Cancellation,
  begin: () => Promise<WireProcess> | WireProcess,
  finish: () => Promise<void> = async () => undefined,
): WireAnswer => {
  const started = enter(signal).then(async (leave) => {
    try {
      return { process: await begin(), leave }
    } catch (error) {
      leave()
      throw error
    }
  })
  const ended = started.then(async ({ process, leave }) => {
    try {
      await process.ended
    } finally {
      leave()
      await finish()
    }
  })
  ended.catch(() => undefined)
  async function* output(): AsyncGenerator<Uint8Array> {
    yield* (await started).process.output
    await ended
  }
  return { output: output(), ended }
}

/** The accepted updates that took effect, compared with the refs where the hook did not report. */
const moved = async (repository: Repository, updates: ReadonlyArray<PushedRef>): Promise<ReadonlyArray<PushedRef>> => {
  const found: Array<PushedRef> = []
  for (const update of updates) if (((await repository.ref(update.ref)) ?? null) === update.to) found.push(update)
  return found
}

export const makeWire = (options: WireOptions): GitWire => {
  const enter: Enter = (signal) => options.conversations.enter(signal)
  let installed: Promise<void> | undefined

  const prepared = (
    request: WireRequest,
    args: ReadonlyArray<string>,
    more: Partial<WireProcessOptions> = {},
  ): WireProcessOptions => ({
    args: [...args, options.directoryOf(request.repository)],
    cwd: options.root,
    env: { ...(more.env ?? options.env), ...protocolOf(request) },
    signal: request.signal,
    ...(({ env: _, ...rest }) => rest)(more),
  })

  const advertise = (service: WireService, request: WireRequest): WireAnswer => {
    const command = service.slice('git-'.length)
    const answer = inTurn(enter, request.signal, () =>
      startWire(prepared(request, [command, '--stateless-rpc', '--http-backend-info-refs'])),
    )
    async function* output(): AsyncGenerator<Uint8Array> {
      if (service === 'git-receive-pack' || !usesProtocolV2(request))
        yield Buffer.concat([packetLine(`# service=${service}\n`), Buffer.from('0000')])
      yield* answer.output
    }
    return { output: output(), ended: answer.ended }
  }

  const push = (request: PushRequest, input: AsyncIterable<Uint8Array>): WireAnswer => {
    const enterPush = enterBoth((signal) => options.pushes.enter(request.repository, signal), enter)
    let accepted: ReadonlyArray<PushedRef> = []
    let settled = false
    let decided = false
    let failure: unknown
    const settle = async (updates: ReadonlyArray<PushedRef>): Promise<string> => {
      settled = true
      const names = updates.map(({ ref }) => ref)
      const failed = await flushRefs(options.directoryOf(request.repository), names).catch((error: unknown) => ({
        error,
      }))
      // They have moved all the same, and others wait for the repository.
      const text = await request.settled(updates)
      if (failed !== undefined) throw failed.error
      return text
    }

    const begin = async (): Promise<WireProcess> => {
      installed ??= installHooks(options.hooks)
      await installed
      if (!(await hooksAreExecutable(options.hooks)))
        throw new Error('the hooks cannot be executed: pushes are not safe')
      const bounded = request.maxBytes === undefined ? [] : ['-c', `receive.maxInputSize=${request.maxBytes}`]
      const process = startWire(
        prepared(request, [...WRITE_OUT_ONLY, ...bounded, 'receive-pack', '--stateless-rpc'], {
          env: { ...gitEnvironment(options.hooks), ...MOST_OF_AN_OBJECT },
          input,
          channel: true,
          // After the verdict the process must not be stopped: some refs may have moved.
          end: (child) => endReceiving(child, () => !decided),
        }),
      )
      const talk = new PushHookChannel(process.child.stdio[3] as Duplex, (word) => {
        const work = word.kind === 'ask' ? ask(word) : settle(word.updates).then((text) => talk.acknowledge(text))
        work.catch((error: unknown) => {
          failure = error
          endGroup(process.child)
        })
      })
      const ask = async ({ updates, objects, options: sent }: HookMessage): Promise<void> => {
        if (request.signal.aborted) return talk.answer({ kind: 'Refused', message: 'Whoever pushed is gone.' })
        const sight = options.quarantined(request.repository, objects)
        try {
          const { repository } = sight
          await flushObjects(objects)
          // In quarantine git looks at the folder of what arrived, and at the rest only beyond it.
          const verdict = await request.decide({ updates, repository, options: sent, arrived: repository.size })
          if (verdict.kind === 'Accepted') {
            accepted = updates
            decided = true
          }
          talk.answer(verdict)
        } finally {
          sight.close()
        }
      }
      return process
    }

    return inTurn(enterPush, request.signal, begin, async () => {
      if (decided && !settled) await settle(await moved(options.of(request.repository), accepted))
      if (failure !== undefined) throw failure
    })
  }

  return {
    advertise,
    fetch: (request, input) =>
      inTurn(enter, request.signal, () => startWire(prepared(request, ['upload-pack', '--stateless-rpc'], { input }))),
    push,
  }
}
