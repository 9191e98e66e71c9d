import type pg from 'pg';
/** Statements that one connection keeps prepared; the least recently used is evicted. */
export declare const PREPARED_MAX = 200;
export interface TripStatement {
    text: string;
    /** As text; a Buffer is sent as binary. */
    values: readonly (string | Buffer | null)[];
    /** Is it parsed each time, and planned for its values? */
    isOnce?: boolean;
}
/** The columns of a row as PostgreSQL writes them. */
export type TextRow = (string | null)[];
/**
 * Sends several statements in one round trip, as one transaction that PostgreSQL itself begins and ends: all of them
 * happen, or none. Resolves to the rows of the last one, or of the one at `resultIndex`. Rejects with the first error.
 */
export declare const roundTrip: (client: pg.PoolClient, statements: readonly TripStatement[], resultIndex?: number) => Promise<TextRow[]>;
/**
 * Sends several statements in one round trip and keeps none of them prepared, for a connection whose session is reset
 * between uses. One of them may begin a transaction, which then stays open. Resolves to the rows of the last one.
 * Rejects with the first error.
 */
export declare const unpreparedTrip: (client: pg.PoolClient, statements: readonly TripStatement[]) => Promise<TextRow[]>;
/**
 * Sends several statements in one round trip and keeps them prepared, except those that say `isOnce`. They may begin and
 * end transactions. Resolves to the rows of each: `rows` as soon as `statements` are done, `behind` later. Both are
 * rejected with the first error, behind which nothing runs, unless `rows` were there before.
 */
export declare function tripAndBehind(client: pg.PoolClient, statements: readonly TripStatement[], behind: readonly TripStatement[]): {
    readonly rows: Promise<TextRow[][]>;
    readonly behind: Promise<TextRow[][]>;
};
/** How many statements the trips on a connection left prepared; undefined when that is not known, after an error. */
export declare function preparedCount(client: WithConnection): number | undefined;
/** To be called after a `discard all` or `deallocate all`. */
export declare const forgetPrepared: (client: WithConnection) => undefined;
/** A client of the driver, with a part that its published type omits. */
interface WithConnection {
    readonly connection: object;
}
/** The index of the statement that failed; undefined for other errors. */
export declare const failedAt: (error: unknown) => number | undefined;
export {};
