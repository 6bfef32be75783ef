/** Whether a response with this status is successful. */
export const isSuccess = (status: number): boolean => status >= 200 && status <= 299;

/** nginx's status for a client that closed the connection before the response. */
export const clientClosedStatus = 499;
