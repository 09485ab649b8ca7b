import type { ColumnType } from 'kysely'

/** The database sets it when it is left out. */
export type Timestamp = ColumnType<Date, Date | undefined, Date>
export type NullableTimestamp = ColumnType<Date | null, Date | null | undefined, Date | null>
export type Json<T> = ColumnType<T, string, string>
