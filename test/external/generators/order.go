// Orders a letter, a check and a fax with the client that oapi-codegen makes. Argument: the service.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"strangers/mail"
)

func must[T any](value *T, err error) *T {
	if err != nil {
		log.Fatal(err)
	}
	if value == nil {
		log.Fatal("the service refused")
	}
	return value
}

func of[T any](value T) *T { return &value }

func person(name, street string) mail.Address {
	return mail.Address{Name: &name, AddressLine1: street, City: "Springfield", ProvinceOrState: of("IL"),
		PostalOrZip: of("62701"), CountryCode: "US"}
}

func main() {
	ctx, text := context.Background(), "Dear Ada,\n\nthe engine works."
	client := must(mail.NewClientWithResponses(os.Args[1]))
	ada, grace := person("Ada Lovelace", "12 Analytical Way"), person("Grace Hopper", "2 Example Ave")

	letterQuote := must(client.QuoteLetterWithResponse(ctx, mail.LetterQuoteRequest{Country: "US", Text: &text}))
	letter := mail.LetterJobRequest{QuoteId: must(letterQuote.JSON201, nil).QuoteId}
	letter.Letter.To, letter.Letter.From, letter.Letter.Text = ada, grace, &text
	letterJob := must(client.CreateLetterJobWithResponse(ctx, nil, letter))
	fmt.Println("ordered", must(letterJob.JSON201, nil).JobId)

	account := must(client.RegisterBankAccountWithResponse(ctx, mail.BankAccountRequest{Nickname: "Household",
		Country: "US", AccountHolderName: "Grace Hopper", BankName: "First Example Bank",
		RoutingNumber: of("021000021"), AccountNumber: "73519284605"}))
	checkQuote := must(client.QuoteCheckWithResponse(ctx, mail.CheckQuoteRequest{Country: "US"}))
	check := mail.CheckJobRequest{QuoteId: must(checkQuote.JSON201, nil).QuoteId}
	check.Check.To, check.Check.From, check.Check.AmountCents = ada, grace, 12_550
	check.Check.BankAccount = must(account.JSON201, nil).BankAccountId
	checkJob := must(client.CreateCheckJobWithResponse(ctx, nil, check))
	fmt.Println("ordered", must(checkJob.JSON201, nil).JobId)

	faxQuote := must(client.QuoteFaxWithResponse(ctx, mail.FaxQuoteRequest{Country: "US", Text: &text}))
	fax := mail.FaxJobRequest{QuoteId: must(faxQuote.JSON201, nil).QuoteId}
	fax.Fax.ToNumber, fax.Fax.Text = "+12125550303", &text
	faxJob := must(client.CreateFaxJobWithResponse(ctx, nil, fax))
	fmt.Println("ordered", must(faxJob.JSON201, nil).JobId)
}
