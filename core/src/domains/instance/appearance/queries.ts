import type { Appearance } from './aggregate.js'

export interface AppearanceQueries {
  readonly current: () => Appearance
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly appearance: AppearanceQueries
  }
}
