import { parentPort } from 'node:worker_threads'

/** What a thread answers to one piece of work; once before, that it has loaded its program. */
export type ThreadReply<Output> = { readonly ready: true } | { readonly done: Output } | { readonly failure: string }

/** Makes a module the program of the threads of a `ThreadPool`; they do one piece of work after the other. */
export const serveThread = <Input, Output>(work: (input: Input) => Output): void => {
  const port = parentPort
  if (port === null) throw new Error('this module is the program of a worker thread')
  port.on('message', (input: Input) => {
    let reply: ThreadReply<Output>
    try {
      reply = { done: work(input) }
    } catch (error) {
      reply = { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
    }
    port.postMessage(reply)
  })
  port.postMessage({ ready: true } satisfies ThreadReply<Output>)
}
