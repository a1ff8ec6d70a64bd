import type { Environment, Flag, Flags } from './flags.js'

/** The output of a command, and its process. */
export interface Terminal {
  readonly environment: Environment
  /** Prints a line of output. */
  readonly say: (line: string) => void
  /** Prints a message. */
  readonly tell: (line: string) => void
  /** Rewrites the progress line; nothing without a terminal. */
  readonly progress: (line: string) => void
  /** Shows output page by page and in colours; missing without a terminal. */
  readonly screen?: {
    readonly colours: boolean
    readonly paged: (work: (say: Terminal['say']) => Promise<number>) => Promise<number>
  }
  /** Resolves when the process is asked to end (SIGTERM, SIGINT). A command that reads it has to end then; before it is read, signals end the process. */
  readonly asked: Promise<NodeJS.Signals>
}

/** One of several things that a command does. */
export interface Subcommand {
  readonly name: string
  readonly usage: string
  readonly summary: string
  /** The names of the flags that the others do not take. */
  readonly flags: ReadonlyArray<string>
}

/** A command of the command line. */
export interface Command {
  readonly name: string
  /** The arguments after the name, in the help. */
  readonly usage: string
  readonly summary: string
  readonly flags: ReadonlyArray<Flag>
  /** What its first argument chooses. */
  readonly subcommands?: ReadonlyArray<Subcommand>
  /** Whether it takes arguments that are no flags, which it checks itself. */
  readonly takesWords?: true
  /** Returns the exit code. */
  readonly run: (flags: Flags, terminal: Terminal) => Promise<number>
}
