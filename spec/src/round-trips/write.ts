/** What the writes are done to. */
export interface Place {
  readonly project: string
  readonly group: string
  readonly sha: string
  readonly issue: number
  readonly mergeRequest: number
  readonly deployments: ReadonlyArray<number>
}

/** What a request made before answered with. */
export interface Made {
  readonly id: number
  readonly iid: number
  readonly [more: string]: unknown
}

/** A request of the API: its path below `/api/v4`. */
export interface Request {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'GET'
  readonly path: string
  readonly json?: unknown
  readonly bytes?: Uint8Array
  readonly headers?: Readonly<Record<string, string>>
}

/** A documented write that can be done again and again: the n-th time it names something new. */
export interface Write {
  readonly name: string
  /** What has to be there before: each is given what the one before made, and the request what the last one made. */
  readonly before?: (place: Place, n: number) => ReadonlyArray<(made: Made) => Request>
  readonly request: (place: Place, n: number, made: Made) => Request
  /** How often it waits for the store in a row, once its counters are known. */
  readonly rounds: number
  /** What is waited for, in order. */
  readonly waits: string
  /** Documented routes that are the same write of something else, as OpenAPI spells them: `PUT /groups/{id}/labels/{name}`. */
  readonly also?: ReadonlyArray<string>
}
