/** One goal of speed: what the product does, beside the best that could be done, measured in the same run. */
export interface Benchmark {
  readonly name: string
  readonly work: string
  readonly ceiling: string
  readonly goal: Goal
  /** Prepares once; what it returns measures each round and cleans up at the end. */
  readonly prepare: () => Promise<Rounds>
}

/** The ratio of the product's figure to the ceiling's; figures are rates (more is better) or times (less is better). */
export type Goal = { readonly atLeast: number } | { readonly atMost: number }

export interface Rounds {
  readonly unit: string
  readonly rounds: number
  /** One figure of the ceiling. */
  readonly ceiling: () => Promise<number>
  /** One figure of the product. */
  readonly product: () => Promise<number>
  /** What else there is to say of what was measured; asked after the last round. */
  readonly notes?: () => ReadonlyArray<string>
  readonly finish: () => Promise<void>
}

export interface Result {
  readonly benchmark: Benchmark
  readonly unit: string
  readonly ceiling: number
  readonly product: number
  readonly ratio: number
  /** Of each round. */
  readonly ratios: ReadonlyArray<number>
  readonly met: boolean
  readonly notes: ReadonlyArray<string>
}

/** The middle of some figures. */
export const median = (values: ReadonlyArray<number>): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

const meets = (goal: Goal, ratio: number): boolean => ('atLeast' in goal ? ratio >= goal.atLeast : ratio <= goal.atMost)

/** Measures both sides in turn, so that noise of the machine affects both alike; a warm-up round is not counted. */
export const measure = async (benchmark: Benchmark): Promise<Result> => {
  const { unit, rounds, ceiling, product, notes, finish } = await benchmark.prepare()
  const figures: Array<{ readonly ceiling: number; readonly product: number }> = []
  try {
    await ceiling()
    await product()
    for (let round = 0; round < rounds; round++) figures.push({ ceiling: await ceiling(), product: await product() })
  } finally {
    await finish()
  }
  const ratios = figures.map((figure) => figure.product / figure.ceiling)
  const ratio = median(ratios)
  return {
    benchmark,
    unit,
    ceiling: median(figures.map((figure) => figure.ceiling)),
    product: median(figures.map((figure) => figure.product)),
    ratio,
    ratios,
    met: meets(benchmark.goal, ratio),
    notes: notes?.() ?? [],
  }
}

/** Milliseconds that a piece of work takes. */
export const timed = async (work: () => unknown): Promise<number> => {
  const start = performance.now()
  await work()
  return performance.now() - start
}
