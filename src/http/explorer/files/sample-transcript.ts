/** A short call with two speakers, as WebVTT. */
export const sampleTranscript = `WEBVTT

00:00.000 --> 00:04.500
<v Robin Sample>Hello Kim, thank you for your time. What would you like to see first?</v>

00:05.000 --> 00:11.000
<v Kim Weber>The pricing, please. We plan to roll this out to forty people in spring.</v>

00:11.500 --> 00:17.000
<v Robin Sample>I will send you an offer for forty seats by Friday.</v>

00:17.500 --> 00:20.000
<v Kim Weber>Perfect. Could you add the terms for a pilot?</v>
`;
