/** A statement and the values of its parameters, all as text: `$1` is the first. */
export interface Statement {
    readonly text: string;
    readonly values: readonly (string | null)[];
}
/** One row of a result, each column as PostgreSQL prints it. */
export type TextRow = readonly (string | null)[];
/** Collects the parameters of one statement. */
export interface Parameters {
    /** Adds a value and returns the expression that stands for it: a parameter cast to `type`, which is SQL text. */
    add(value: string | null, type: string): string;
    readonly values: readonly (string | null)[];
}
export declare function newParameters(): Parameters;
/** Writes the values into the statement, for SQL that people read. */
export declare const literalParameters: () => Parameters;
/**
 * Settings with which values are printed so that the text of each reads back as the same value. The time zone stays that
 * of the session.
 */
export declare const EXACT_SETTINGS: {
    readonly extra_float_digits: '1';
    readonly bytea_output: 'hex';
    readonly datestyle: 'ISO';
    readonly intervalstyle: 'postgres';
};
/** Sets them until the end of the transaction. */
export declare const EXACT_TEXT: Statement;
/** Why PostgreSQL can't take a text at all, or undefined when it can. */
export declare function unstorableText(text: string): string | undefined;
