import type { Plan, PlanSummary } from './plan.ts'

/** On whose behalf a plan is read. */
export interface PlanCall {
  /** Goes to a back end as `X-Request-Id`. */
  readonly requestId: string
  readonly signal?: AbortSignal | undefined
}

/** What an annex becomes, if it still is what it was. */
export interface AnnexChange {
  readonly planId: string
  readonly annexId: string
  /** Its HTML as whoever changed it had read it. */
  readonly base: string
  readonly html: string
}

/**
 * Emergency operation plans. Adapters: stored.ts (the platform's own database) and back-end.ts (EOP_API_URL), which only reads.
 * Whatever changes a plan is refused (ApiError conflict) where a back end holds them.
 */
export interface Plans {
  readonly heldBy: 'store' | 'back-end'
  /**
   * A plan or a snapshot of one; undefined where there is none. Of a back end: ApiError `upstream_refused` where it refuses our key,
   * `upstream_failed` where it fails time and again.
   */
  read(id: string, call: PlanCall): Promise<Plan | undefined>
  /** By name; `named`: those alone whose names have these words in them, case ignored. */
  list(slice: {
    readonly skip: number
    readonly top: number
    readonly named?: string | undefined
  }): Promise<{ plans: PlanSummary[]; total: number }>
  /** Takes the place of the plan of this id. ApiError conflict for a snapshot, which never changes. */
  put(plan: Plan): Promise<{ created: boolean }>
  /** ApiError not_found where there is no such plan or annex, conflict where the annex is not `base` any more: then nothing is written. */
  changeAnnex(change: AnnexChange): Promise<void>
  /** A copy that stays as it is, under an id of its own. ApiError not_found. */
  snapshot(id: string): Promise<PlanSummary>
}
