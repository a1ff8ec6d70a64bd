import type { Benchmark, Rounds } from '../benchmark.js'
import { type Load, rateOf } from './load.js'
import { type Stage, setStage } from './stage.js'

const MANY = 100_000

const rounds = async (
  deployments: number,
  ceiling: (stage: Stage) => Load,
  product: (stage: Stage) => Load,
): Promise<Rounds> => {
  const stage = await setStage(deployments)
  return {
    unit: 'requests/s',
    rounds: 3,
    ceiling: () => rateOf(ceiling(stage)),
    product: () => rateOf(product(stage)),
    finish: stage.stop,
  }
}

/** What the deployments of the one project are asked: to show one, to list twenty, to record one more. */
export const loadsOn = (url: string, headers: Readonly<Record<string, string>>, sha: string) => {
  const base = `${url}/api/v4/projects/1/deployments`
  const body = { environment: 'production', sha, ref: 'main', tag: false, status: 'failed', note: 'SERIAL' }
  return {
    one: { url: `${base}/1`, headers },
    list: { url: `${base}?status=success`, headers },
    create: { url: base, headers, body: JSON.stringify(body) },
  } satisfies Record<string, Load>
}

const loads = ({ product, headers, sha }: Stage) => loadsOn(product, headers, sha)

export const readOne: Benchmark = {
  name: 'R1',
  work: 'GET one deployment with a token, 64 connections',
  ceiling: 'uWebSockets.js, plain text',
  goal: { atLeast: 0.5 },
  prepare: () =>
    rounds(
      0,
      (stage) => ({ url: `${stage.ceiling}/plain` }),
      (stage) => loads(stage).one,
    ),
}

export const listTwenty: Benchmark = {
  name: 'R2d',
  work: 'list of 20 deployments of 100,000, by one filter, 64 connections',
  ceiling: 'uWebSockets.js, twenty rows by hand-written SQL, joined',
  goal: { atLeast: 0.8 },
  prepare: () =>
    rounds(
      MANY,
      (stage) => ({ url: `${stage.ceiling}/list` }),
      (stage) => loads(stage).list,
    ),
}

export const createOne: Benchmark = {
  name: 'W1',
  work: 'POST a deployment, durable, 64 connections',
  ceiling: 'uWebSockets.js, group commit of as many raw rows',
  goal: { atLeast: 0.5 },
  prepare: () =>
    rounds(
      0,
      (stage) => ({ url: `${stage.ceiling}/write`, body: '{"n":SERIAL}' }),
      (stage) => loads(stage).create,
    ),
}
