import type { Environment, Flag, Flags } from './flags.js'

/** Where a command speaks, and what it may know of its process. */
export interface Terminal {
  readonly environment: Environment
  /** What was asked for. */
  readonly say: (line: string) => void
  /** What is besides. */
  readonly tell: (line: string) => void
  /** Rewrites the line that shows how far something has come; nothing where nobody watches. */
  readonly progress: (line: string) => void
  /** Shows what the work says page by page and in colours; left out where nobody looks at a screen. */
  readonly screen?: {
    readonly colours: boolean
    readonly paged: (work: (say: Terminal['say']) => Promise<number>) => Promise<number>
  }
  /** Resolves when the process is asked to end (SIGTERM, SIGINT). Who reads it promises to end then; before it is read, the signals end the process. */
  readonly asked: Promise<NodeJS.Signals>
}

/** One word of the command line. */
export interface Command {
  readonly name: string
  /** What follows the name in the help. */
  readonly usage: string
  readonly summary: string
  readonly flags: ReadonlyArray<Flag>
  /** Gives the exit code. */
  readonly run: (flags: Flags, terminal: Terminal) => Promise<number>
}
