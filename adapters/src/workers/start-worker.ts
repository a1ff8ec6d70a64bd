import { Worker, type WorkerOptions } from 'node:worker_threads'

/** Flags of Node that say what the program of the process is. */
const OF_THE_PROGRAM = /^(?:-[a-z]*[ep]|--eval|--print|--input-type)(?:=|$)/

/** The only one of them that `NODE_OPTIONS` may hold. */
const INPUT_TYPE = /(?:^|\s)--input-type[=\s]\S+/

/**
 * Starts a module as a worker thread. The thread inherits the flags of the process, but for those that say what its program is: with them, a
 * thread whose program is another ends at once.
 */
export const startWorker = (program: URL, options: Omit<WorkerOptions, 'execArgv' | 'env'> = {}): Worker => {
  const { NODE_OPTIONS = '' } = process.env
  const flags = process.execArgv.some((flag) => OF_THE_PROGRAM.test(flag)) ? { execArgv: [] } : {}
  const env = INPUT_TYPE.test(NODE_OPTIONS)
    ? { env: { ...process.env, NODE_OPTIONS: NODE_OPTIONS.replace(INPUT_TYPE, '') } }
    : {}
  return new Worker(program, { ...options, ...flags, ...env })
}
