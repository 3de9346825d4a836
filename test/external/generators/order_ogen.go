// Orders a letter, a check and a fax with the client that ogen makes. Argument: the service.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"strangers/mail"
)

// must returns the answer of that type; any other is a refusal.
func must[T any](answer any, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	value, ok := answer.(T)
	if !ok {
		log.Fatalf("the service refused: %T", answer)
	}
	return value
}

func person(name, street string) mail.Address {
	return mail.Address{Name: mail.NewOptNilString(name), AddressLine1: street, City: "Springfield",
		ProvinceOrState: mail.NewOptNilString("IL"), PostalOrZip: mail.NewOptNilString("62701"), CountryCode: "US"}
}

func main() {
	ctx, text := context.Background(), mail.NewOptNilString("Dear Ada,\n\nthe engine works.")
	client := must[*mail.Client](mail.NewClient(os.Args[1]))
	ada, grace := person("Ada Lovelace", "12 Analytical Way"), person("Grace Hopper", "2 Example Ave")

	quote := must[*mail.LetterQuoteHeaders](client.QuoteLetter(ctx, &mail.LetterQuoteRequest{Country: "US", Text: text}))
	letter := mail.LetterJobRequestLetter{To: ada, From: grace, Text: text}
	job := must[*mail.CreateLetterJobCreated](client.CreateLetterJob(ctx,
		&mail.LetterJobRequest{QuoteID: quote.Response.QuoteID, Letter: letter}, mail.CreateLetterJobParams{}))
	fmt.Println("ordered", job.Response.JobID)

	account := must[*mail.BankAccountHeaders](client.RegisterBankAccount(ctx, &mail.BankAccountRequest{
		Nickname: "Household", Country: "US", AccountHolderName: "Grace Hopper", BankName: "First Example Bank",
		RoutingNumber: mail.NewOptNilString("021000021"), AccountNumber: "73519284605"}))
	checkQuote := must[*mail.CheckQuoteHeaders](client.QuoteCheck(ctx, &mail.CheckQuoteRequest{Country: "US"}))
	check := mail.CheckJobRequestCheck{To: ada, From: grace, BankAccount: account.Response.BankAccountID, AmountCents: 12_550}
	checkJob := must[*mail.CreateCheckJobCreated](client.CreateCheckJob(ctx,
		&mail.CheckJobRequest{QuoteID: checkQuote.Response.QuoteID, Check: check}, mail.CreateCheckJobParams{}))
	fmt.Println("ordered", checkJob.Response.JobID)

	faxQuote := must[*mail.FaxQuoteHeaders](client.QuoteFax(ctx, &mail.FaxQuoteRequest{Country: "US", Text: text}))
	fax := mail.FaxJobRequestFax{ToNumber: "+12125550308", Text: text}
	faxJob := must[*mail.CreateFaxJobCreated](client.CreateFaxJob(ctx,
		&mail.FaxJobRequest{QuoteID: faxQuote.Response.QuoteID, Fax: fax}, mail.CreateFaxJobParams{}))
	fmt.Println("ordered", faxJob.Response.JobID)
}
